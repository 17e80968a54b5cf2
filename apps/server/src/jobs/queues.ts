import type { PgBoss } from 'pg-boss';
import type { JobKind } from './job-kind.ts';
import { differs, givenUpOf, givenUpSettings, queueName, queueSettings, type Settings } from './queue-settings.ts';

/** The queues of this server; each is made, or brought to the settings of today, when it is first needed. */
export async function openQueues(boss: PgBoss, node: string) {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const made = new Map<string, Promise<void>>();

  const make = async (name: string, settings: Settings): Promise<void> => {
    const found = known.get(name);
    if (!found) return await boss.createQueue(name, settings);
    const { policy: _, ...others } = settings;
    if (differs({ ...found }, settings)) await boss.updateQueue(name, others);
  };
  const makeBoth = async (name: string, kind: JobKind): Promise<void> => {
    await make(givenUpOf(name), givenUpSettings());
    await make(name, queueSettings(kind, name));
  };
  const of = async (kind: JobKind): Promise<string> => {
    const name = queueName(kind, node);
    const making = made.get(name) ?? makeBoth(name, kind);
    made.set(name, making);
    making.catch(() => made.delete(name));
    await making;
    return name;
  };
  return { of, names: () => [...made.keys()] };
}
