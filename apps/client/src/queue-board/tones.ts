/** The colour of a wait; its length is written beside it. */
export const toneOfWait = { usual: 'text-ink-2', long: 'text-ring', tooLong: 'text-missed' } as const;
