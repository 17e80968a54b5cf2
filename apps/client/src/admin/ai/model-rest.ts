/** How long the rest of a download takes, in the unit that people would say it in; null where nobody can know. */
export function restOf(
  bytes: number,
  bytesPerSecond: number,
): { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number } | null {
  if (bytesPerSecond <= 0) return null;
  const seconds = Math.ceil(bytes / bytesPerSecond);
  if (seconds < 90) return { unit: 'seconds', count: seconds };
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.round(seconds / 60) };
  return { unit: 'hours', count: Math.round(seconds / 3600) };
}
