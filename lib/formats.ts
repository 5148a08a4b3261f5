const MINUTE = { timeStyle: 'short', hourCycle: 'h23' } as const;
const SECOND = { timeStyle: 'medium', hourCycle: 'h23' } as const;

/**
 * Formats of dates and times, by name: all in 24 hours. The long ones spell out the month and are
 * for dates at which money or tariffs change.
 */
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
