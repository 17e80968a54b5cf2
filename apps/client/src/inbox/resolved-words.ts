/**
 * Key of the words under `inbox` for an order to resolve calls, or to reopen one: that so many changed, or that someone
 * else had done it before. `changed` is what the server says.
 */
export function resolvedWord(
  resolved: boolean,
  changed: number,
): 'resolved' | 'resolvedBefore' | 'reopened' | 'reopenedBefore' {
  if (changed === 0) return resolved ? 'resolvedBefore' : 'reopenedBefore';
  return resolved ? 'resolved' : 'reopened';
}
