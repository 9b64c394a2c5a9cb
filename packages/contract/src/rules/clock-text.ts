/** The days of a week, from Sunday on. */
export const weekdays = '日月火水木金土'
