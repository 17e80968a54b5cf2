/** What is said of itself is of this length at most where it is kept. */
const longest = 200;

/**
 * The version of a phone's firmware in what it calls itself, such as `96.86.0.70` in `Yealink SIP-T54W 96.86.0.70`; null where there
 * is none. What comes before it is the version of a protocol or browser (`Mozilla/4.0 (compatible; snomD785-SIP 10.1.175.16)`).
 */
export const firmwareOf = (userAgent: string | null): string | null =>
  userAgent
    ?.slice(0, longest)
    .match(/(?<![\w.:-])V?\d{1,4}(?:\.[A-Za-z]?\d{1,5}){1,6}(?:SR\d{1,3})?(?![\w.]*:)/g)
    ?.at(-1) ?? null;
