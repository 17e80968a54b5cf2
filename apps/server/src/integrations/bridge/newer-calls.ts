import { z } from 'zod';
import type { CallRecord, EntityRef, TaskRecord, Unit, Written } from '../../crm/crm-side.ts';
import { IntegrationError } from '../connector.ts';
import { dueInstant } from '../crm/due.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { retold } from '../crm/vendor-errors.ts';
import type { BridgeClient } from './client.ts';
import { NotOffered } from './errors.ts';

/** Where logs and tasks go: the bridge, and how it calls the CRM behind it. */
interface At {
  readonly client: BridgeClient;
  readonly source: string;
}

/** A record with its log, as the bridge answers it. */
const logged = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(60),
  logId: z.string().min(1).max(300).nullish(),
});
const loggedList = z.array(logged).max(200);
/** Which record has which log, as the id of what was written. */
const keptLogs = z.array(z.tuple([z.string(), z.string(), z.string()])).max(200);
type KeptLogs = z.infer<typeof keptLogs>;

const states = { connected: 'CONNECTED', missed: 'MISSED', busy: 'BUSY', notFound: 'NOT_FOUND' } as const;
/** Bridges make text of their own of a call; this is the note beneath it. */
const longestNote = 30_000;

/**
 * Logs a call to the records of a unit. Each record has a log of its own there, which is changed where it is known and made otherwise.
 * Rejects with "may have happened" where several were to be made, since the bridge makes one after the other.
 */
export async function logCall(
  { client, source }: At,
  unit: Unit,
  call: CallRecord,
  { key, before }: { readonly key: string; readonly before: string | null },
  signal: AbortSignal,
): Promise<Written> {
  if (unit.entities.length === 0)
    throw new IntegrationError('invalid', 'The bridge logs calls to records only', { provablyNotTaken: true });
  const known = before === null ? [] : logsOf(before);
  const integrationEntities = unit.entities.map(({ type, id }) => {
    const logId = known.find(([otherType, otherId]) => otherType === type && otherId === id)?.[2];
    return { id, type, source, ...(logId === undefined ? {} : { logId }) };
  });
  const body = { ...bodyOf(call, key), integrationEntities };
  const made = integrationEntities.filter((one) => !('logId' in one)).length;
  const answer = await client
    .ask({ method: 'PUT', path: '/call-log', body }, loggedList, signal)
    .catch((error: unknown) => {
      throw made > 1 ? unsure(error) : error;
    });
  const found: KeptLogs = answer.body.flatMap(({ type, id, logId }) => (logId ? [[type, id, logId]] : []));
  const isOf = (one: KeptLogs[number], ref: EntityRef) => one[0] === ref.type && one[1] === ref.id;
  // A record that the bridge does not name again keeps the log that it had.
  const kept = known.filter((one) => !found.some(([type, id]) => type === one[0] && id === one[1]));
  if (!unit.entities.every((ref) => [...found, ...kept].some((one) => isOf(one, ref))))
    throw new IntegrationError('failed', 'The bridge does not say what it logged', { translationKey: 'failed' });
  return { id: JSON.stringify([...found, ...kept]), url: null };
}

/** Tells the bridge of a call that it logs to the contact with this number. */
export async function tellOfNewerCall(
  client: BridgeClient,
  call: CallRecord,
  key: string,
  signal: AbortSignal,
): Promise<Written> {
  await client.send({ method: 'POST', path: '/events/calls', body: bodyOf(call, key) }, signal);
  return { id: '[]', url: null };
}

/** The logs of what was written; none for what no log of a record is known of. */
function logsOf(writtenId: string): KeptLogs {
  return keptLogs.catch([]).parse(jsonAnswer(writtenId));
}

function bodyOf(call: CallRecord, key: string) {
  const participants = [
    { type: 'local', phoneNumber: call.localNumber },
    { type: 'remote', phoneNumber: call.remoteNumber },
  ];
  return {
    id: key,
    startTime: call.startedAt.getTime(),
    endTime: call.endedAt.getTime(),
    direction: call.direction === 'INCOMING' ? 'IN' : 'OUT',
    participants: participants.flatMap(({ type, phoneNumber }) =>
      phoneNumber === null ? [] : [{ type, phoneNumber }],
    ),
    note: call.text.slice(0, longestNote),
    state: states[call.state],
    ...(call.outcomeId === null ? {} : { outcome: call.outcomeId }),
  };
}

const taskMade = z.object({ followUpId: z.union([z.string(), z.number()]).nullish() });

export async function makeTask(
  { client, source }: At,
  task: TaskRecord,
  key: string,
  signal: AbortSignal,
): Promise<Written> {
  const body = {
    title: task.title,
    content: task.text,
    type: task.typeId,
    dueAt: dueInstant(task.due).getTime(),
    integrationEntities: task.entities.map(({ id, type }) => ({ id, type, source })),
  };
  const answer = await client.ask({ method: 'POST', path: '/tasks', body }, taskMade, signal);
  const id = answer.body.followUpId;
  return { id: id === null || id === undefined || id === '' ? key : String(id), url: null };
}

/** The same error, of a request that may have done part of it; not of one that never reached the bridge's CRM. */
function unsure(error: unknown): unknown {
  if (!(error instanceof IntegrationError) || error instanceof NotOffered || error.type === 'unreachable') return error;
  return retold(error, false);
}
