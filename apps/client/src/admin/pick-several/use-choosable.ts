import { nameOf, useUsers } from '../directory.ts';
import type { Choosable } from './find-pasted.ts';

/** Active users who are not chosen yet, with what else they are known by. */
export const useChoosable = (chosen: readonly string[]): Choosable[] =>
  useUsers()
    .rows.filter(({ id, state }) => state !== 'deactivated' && !chosen.includes(id))
    .map((user) => ({ id: user.id, name: nameOf(user), knownBy: [user.email, ...user.extensions] }));
