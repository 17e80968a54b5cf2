import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../requests/refusal.ts';

// OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An Argon2id hash in PHC form. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/**
 * Passwords that are worked on at once, and that wait for their turn. Each takes 19 MB and one of the four threads that
 * files and names of hosts need as well; sign-ins wait a moment, so that calls do not.
 */
const most = { atOnce: 2, waiting: 200 };
let running = 0;
const waiting: (() => void)[] = [];

/** Does the work when it is its turn. Throws `Refusal` UNAVAILABLE when too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most.atOnce) {
    if (waiting.length >= most.waiting)
      throw new Refusal('UNAVAILABLE', 'Too many users are signing in at the moment.');
    // Who is let in takes over the place of who is done.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

let decoy: Promise<string> | undefined;

/**
 * Whether `password` belongs to `stored`. Without a stored hash the same work is done on a decoy, so that an unknown
 * e-mail address takes as long as a wrong password.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const known = stored ?? (await decoy);
  const matches = await inTurn(() => verify(known, password));
  return matches && stored != null;
}
