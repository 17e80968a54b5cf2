/** A path of this page; anything else could lead a signed-in person to a foreign address. */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return /^\/(login|signed-in|sign-in|set-up)\b/.test(path) ? '/' : path;
}
