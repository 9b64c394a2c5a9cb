import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconChevd } from '@shirogane/ui/icons/icons-lazy'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { useQuery } from '@tanstack/react-query'
import { linkTo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { settingQuery } from '../../shell/queries/queries.ts'
import { ContactForm } from './ContactForm.tsx'
import { text } from './text.ts'
import styles from './ContactScreen.module.css'

/** First the answers that most people look for, then the telephone, then the form. */
export default function ContactScreen() {
  const isDone = useSearchParam('step') === 'done'
  return isDone ? <Received /> : <Ask />
}

function Ask() {
  const transaction = useSearchParam('transaction')
  return (
    <div className={styles.page}>
      {/* A reader who comes from a payment knows what the question is. */}
      {transaction !== undefined && <FormSection transactionId={transaction} />}
      <section>
        <h2 className={styles.title}>{text.faqTitle}</h2>
        <div className={styles.faq}>
          {text.faq.map((group) => (
            <details key={group.title} className={styles.group} name="faq">
              <summary>
                {group.title}
                <Icon shape={iconChevd} size={20} />
              </summary>
              <dl>
                {group.items.map(({ q, a }) => (
                  <div key={q}>
                    <dt>{q}</dt>
                    <dd>{a}</dd>
                  </div>
                ))}
              </dl>
            </details>
          ))}
        </div>
      </section>
      <Telephone />
      {transaction === undefined && <FormSection />}
    </div>
  )
}

function FormSection({ transactionId }: { transactionId?: string }) {
  return (
    <section>
      <h2 className={styles.title}>{text.formTitle}</h2>
      <ContactForm {...(transactionId !== undefined && { transactionId })} />
    </section>
  )
}

/** The number stands in the settings of the brand; without it there is no telephone. */
function Telephone() {
  const { data } = useQuery(settingQuery('brand'))
  const brand = data?.value
  const phone =
    typeof brand === 'object' && brand !== null && !Array.isArray(brand) ? brand['phone'] : undefined
  if (typeof phone !== 'string') return null
  return (
    <section>
      <h2 className={styles.title}>{text.phoneTitle}</h2>
      <p className={styles.phone}>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        <span>{text.phoneHours}</span>
      </p>
    </section>
  )
}

function Received() {
  const number = useSearchParam('number')
  return (
    <div className={styles.done}>
      <SuccessCheck />
      <h2 className={styles.doneTitle}>{text.doneTitle}</h2>
      {number !== undefined && /^Q\d{1,12}$/.test(number) && (
        <p className={styles.doneNumber}>
          {text.doneNumber} <b className="figures">{number}</b>
        </p>
      )}
      <p className={styles.doneBody}>{text.doneBody}</p>
      <ButtonLink block variant="secondary" render={linkTo(paths.home())}>
        {text.home}
      </ButtonLink>
    </div>
  )
}
