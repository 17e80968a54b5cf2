/** Dots that tell kinds of things apart beside their names, by colour. */
export const topicDots = {
  gray: 'var(--dot-gray)',
  blue: 'var(--dot-blue)',
  green: 'var(--dot-green)',
  yellow: 'var(--dot-yellow)',
  orange: 'var(--dot-orange)',
  red: 'var(--dot-red)',
  purple: 'var(--dot-purple)',
  teal: 'var(--dot-teal)',
} as const;
