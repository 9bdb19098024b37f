import type { Plural } from '../../../../language.ts'

export const words = {
  type: 'Visit type',
  place: 'Place',
  visitReason: 'Reason for the visit',
  findTime: 'Find a free time',
  lateCancel: 'The patient cancelled late',
  lateCancelHint: 'Only a mark: nothing else changes for the patient.',
  noType: 'Without a type',
  noPlace: 'Not given',
  visitReasonHint: 'Optional. The front desk can read it: do not enter clinical details.',
  slots: {
    title: 'Free times',
    week: '{from} to {to}',
    previous: 'The week before',
    next: 'The week after',
    none: 'No free time in this week.',
    noneAtAll: 'No free time in the next two months.',
    first: 'Find the first free time',
    held: 'Held for you until {time}.',
    extend: 'Hold 5 more minutes',
  },
  series: {
    repeat: 'Repeat',
    once: 'Once',
    frequencies: { WEEKLY: 'By weeks', MONTHLY: 'By months' },
    monthlyHint: 'On the same weekday of the month, such as the second Tuesday.',
    intervals: { WEEKLY: 'Weeks between two appointments', MONTHLY: 'Months between two appointments' } as Record<
      string,
      string
    >,
    count: 'Number of appointments',
    skip: 'Leave out times that are taken',
    skipChanges: 'Keep appointments as they are where the new time is taken',
    booked: {
      one: '{n} appointment of {name} was booked.',
      other: '{n} appointments of {name} were booked.',
    } as Plural,
    skipped: {
      one: 'All other times are set. This one is taken:',
      other: 'All other times are set. These {n} are taken:',
    } as Plural,
    title: 'Series of {name}',
    open: 'Series…',
    every: {
      WEEKLY: { one: 'Every week', other: 'Every {n} weeks' },
      MONTHLY: { one: 'Every month', other: 'Every {n} months' },
    } as Record<string, Plural>,
    change: 'Change…',
    affected: {
      one: 'This changes {n} appointment, which is still to come.',
      other: 'This changes the {n} appointments that are still to come.',
    } as Plural,
    startIn: 'Start ({zone})',
    weekday: 'Weekday',
    durationMin: 'Duration in minutes',
    save: 'Change the series',
    changed: 'The series was changed.',
    cancel: 'Cancel the series…',
    cancelText: {
      one: 'This cancels {n} appointment, which is still to come. It cannot be undone.',
      other: 'This cancels the {n} appointments that are still to come. It cannot be undone.',
    } as Plural,
    cancelButton: 'Cancel the series',
    cancelled: 'The series was cancelled.',
    back: 'Back',
  },
}
