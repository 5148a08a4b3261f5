const MINUTE = { timeStyle: 'short', hourCycle: 'h23' } as const;
const SECOND = { timeStyle: 'medium', hourCycle: 'h23' } as const;

/** Formats of dates and times, all in 24 hours. Long ones are for changes of money or tariffs. */
export const formats = {
  dateTime: {
    day: { dateStyle: 'medium' },
    minute: { dateStyle: 'medium', ...MINUTE },
    second: { dateStyle: 'medium', ...SECOND },
    longDay: { dateStyle: 'long' },
    longMinute: { dateStyle: 'long', ...MINUTE },
    longSecond: { dateStyle: 'long', ...SECOND },
  },
} as const;
