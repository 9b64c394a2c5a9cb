export { giveBirthdayPoints } from './birthdays.ts'
