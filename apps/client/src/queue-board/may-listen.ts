import type { BoardCall, QueueBoard } from '@sidetone/contract/entities/queue-board.ts';

/** Whether somebody may listen to a call of the board: administrators, and members with that right, never to their own. */
export function mayListen(
  { supervisionRule, people }: Pick<QueueBoard, 'people' | 'supervisionRule'>,
  { userId, state, docId }: Pick<BoardCall, 'userId' | 'state' | 'docId'>,
  me: { readonly id: string; readonly admin: boolean } | null,
): boolean {
  if (!me || supervisionRule === 'off' || state !== 'talking' || docId === '' || userId === me.id) return false;
  return me.admin || people.some(({ id, supervises }) => id === me.id && supervises);
}
