import { CompiledQuery } from 'kysely';
import type { Writer } from '../storage/writer.ts';
import type { JobGround } from './ground.ts';
import type { JobKind } from './job-kind.ts';
import { broughtForward } from './job-tables.ts';

/** See `Jobs`. */
export async function enqueue(
  { boss, queues, wake }: JobGround,
  writer: Writer,
  kind: JobKind,
  id: string,
  { afterSeconds } = { afterSeconds: 0 },
): Promise<void> {
  const queue = await queues.of(kind);
  const options = { singletonKey: id, startAfter: afterSeconds, db: within(writer) };
  const isNew = (await boss.send(queue, { id }, options)) !== null;
  if (!isNew && !(await broughtForward(writer, queue, id, afterSeconds))) return;
  // What begins immediately is announced by the database, once it has committed.
  if (afterSeconds > 0 || !isNew) wake.after(queue, afterSeconds);
}

/** A statement of pg-boss, done by a transaction of ours. */
export const within = (writer: Writer) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await writer.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});
