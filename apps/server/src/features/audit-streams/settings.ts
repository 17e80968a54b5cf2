import { X509Certificate } from 'node:crypto';
import {
  type AuditStream,
  type AuditStreamChange,
  type AuditStreamEntryProblem,
  type AuditStreamTarget,
  auditStream,
  auditStreamTarget,
  mostCountedLines,
} from '@sidetone/contract/entities/audit-stream.ts';
import type { WebhookTestResult } from '@sidetone/contract/entities/webhook.ts';
import { problemOfWebhookUrl, type WebhookEntryProblem } from '@sidetone/contract/rules/ai/webhooks.ts';
import { sql } from 'kysely';
import { checkedAddresses } from '../../network/checked-addresses.ts';
import { problemOfPlace } from '../../network/problem-of-place.ts';
import { audit } from '../../requests/audit.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { askForErasure } from '../../storage/erasure.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import type { StreamDeps } from './ports.ts';
import { isOfCompany } from './read-lines.ts';
import { type StreamRow, sendLines } from './send-lines.ts';
import { placeOfSyslog } from './send-syslog.ts';

/** The administrator who asks, and from where. */
export interface AskedBy {
  readonly userId: string;
  readonly accountId: string;
  readonly address: string;
}

export async function readAuditStream(db: Writer, accountId: string): Promise<AuditStream | null> {
  const row = await db.selectFrom('audit_streams').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? await asStream(db, row) : null;
}

async function asStream(db: Writer, row: StreamRow): Promise<AuditStream> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(at) as since from (
      select l.at from accounts a, audit_chain c join audit_log l on l.id = c.entry_id
      where a.id = ${row.account_id} and c.position > ${row.position} and ${isOfCompany}
      order by c.position limit ${mostCountedLines}) as waiting`.execute(db);
  const [waiting] = rows;
  return auditStream.parse({
    target: row.target,
    hasAuthorization: row.authorization_sealed !== null,
    state: row.state,
    rev: Number(row.rev),
    standing: {
      deliveredAt: row.delivered_at?.toISOString() ?? null,
      waiting: waiting?.count ?? 0,
      waitingSince: waiting?.since?.toISOString() ?? null,
      problem: row.problem,
      status: row.status,
      nextAt: row.problem === null || row.state === 'off' ? null : row.next_at.toISOString(),
    },
  });
}

/**
 * Keeps where the audit log is sent; a webhook at another address has a new secret. Throws `Refusal` VALIDATION_FAILED with what is
 * wrong by field, and CONFLICT where somebody else changed it.
 */
export async function saveAuditStream(
  { db, box, hosts, newSecret }: Pick<StreamDeps, 'db' | 'box' | 'hosts' | 'newSecret'>,
  by: AskedBy,
  change: AuditStreamChange,
): Promise<{ stream: AuditStream; secret: string | null }> {
  const target = canonical(change.target);
  await refuseTarget(hosts, target);
  return await db.transaction().execute(async (trx) => {
    const { accountId } = by;
    // A row that is not there yet cannot be locked.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const before = await trx
      .selectFrom('audit_streams')
      .selectAll()
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (Number(before?.rev ?? 0) !== change.rev) throw conflict();
    const url = target.way === 'webhook' ? target.url : null;
    const known = before ? urlOf(auditStreamTarget.parse(before.target)) : null;
    const secret = url === null || url === known ? null : newSecret();
    const values = {
      target: jsonText(target),
      secret_sealed: secret === null ? (url === null ? null : (before?.secret_sealed ?? null)) : box.seal(secret),
      authorization_sealed: authorizationOf(change, { url, known, kept: before?.authorization_sealed ?? null }, box),
      state: 'on' as const,
      tries: 0,
      next_at: new Date(),
      problem: null,
      status: null,
    };
    if (before) {
      const next = { ...values, rev: sql<string>`rev + 1` };
      await trx.updateTable('audit_streams').set(next).where('account_id', '=', accountId).execute();
      await askForErasure(trx, ['audit_streams']);
    } else {
      const head = sql<string>`coalesce((select max(position) from audit_chain), 0)`;
      const position = change.withEarlier ? '0' : head;
      await trx
        .insertInto('audit_streams')
        // In milliseconds, as it is read again.
        .values({ ...values, account_id: accountId, position, created_at: new Date() })
        .execute();
    }
    await note(trx, by, 'auditStream.changed', { way: target.way, host: shownHost(target) });
    const stream = await readAuditStream(trx, accountId);
    if (!stream) throw conflict();
    return { stream, secret };
  });
}

/** The sealed header of a webhook: that which was entered, or the one that is kept for the same server. */
function authorizationOf(
  { authorization }: AuditStreamChange,
  { url, known, kept }: { readonly url: string | null; readonly known: string | null; readonly kept: Buffer | null },
  box: Pick<StreamDeps['box'], 'seal'>,
): Buffer | null {
  if (url === null || authorization === '') return null;
  if (authorization !== null) return box.seal(authorization);
  if (kept !== null && originOf(url) !== originOf(known)) throw refusal('authorization', 'valueOfAnotherServer');
  return kept;
}

const originOf = (url: string | null) => (url === null ? null : URL.parse(url)?.origin);
const urlOf = (target: AuditStreamTarget) => (target.way === 'webhook' ? target.url : null);

/** Written as browsers write it, so that everyone reads the same host in it. */
function canonical(target: AuditStreamTarget): AuditStreamTarget {
  if (target.way !== 'webhook') return target;
  const parsed = URL.parse(target.url);
  if (parsed) parsed.hash = '';
  return { ...target, url: parsed?.href ?? target.url };
}

async function refuseTarget(hosts: StreamDeps['hosts'], target: AuditStreamTarget): Promise<void> {
  if (target.way === 'webhook') {
    const problem = problemOfWebhookUrl(target.url) ?? (await problemOfPlace(hosts, target.url));
    if (problem !== null) throw refusal('target.url', problem);
    return;
  }
  if (target.way === 'syslogTls' && target.ca !== '' && !isCertificate(target.ca))
    throw refusal('target.ca', 'notACertificate');
  const place = placeOfSyslog(target);
  if (!URL.canParse(place)) throw refusal('target.host', 'notAnAddress');
  const checked = await checkedAddresses(hosts, place, 1);
  // A host that is not found by now is judged when it is asked.
  if ('problem' in checked && checked.problem !== 'notFound') throw refusal('target.host', checked.problem);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Sends the audit log nowhere; what waits is still in it. */
export async function removeAuditStream({ db }: Pick<StreamDeps, 'db'>, by: AskedBy): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('audit_streams')
      .where('account_id', '=', by.accountId)
      .returning('target')
      .executeTakeFirst();
    if (!gone) return;
    await askForErasure(trx, ['audit_streams']);
    await note(trx, by, 'auditStream.removed', { host: shownHost(auditStreamTarget.parse(gone.target)) });
  });
}

/** Sends a line that is none of the log. Throws `Refusal` NOT_FOUND. */
export async function testAuditStream(deps: StreamDeps, by: AskedBy): Promise<WebhookTestResult> {
  const { db } = deps;
  const { accountId } = by;
  const row = await db.selectFrom('audit_streams').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (!row) throw notFound('stream');
  const line = {
    id: '0',
    at: new Date().toISOString(),
    action: 'test',
    accountId,
    actorUserId: by.userId,
    target: null,
    detail: {},
    address: by.address,
  };
  const begun = performance.now();
  const { problem, status } = await sendLines(deps, row, [line], AbortSignal.timeout(60_000), 'test');
  const milliseconds = Math.round(performance.now() - begun);
  await db.transaction().execute((trx) => note(trx, by, 'auditStream.tested', { status, problem }));
  return { problem, status, milliseconds };
}

const shownHost = (target: AuditStreamTarget): string =>
  target.way === 'webhook' ? (URL.parse(target.url)?.host ?? '') : `${target.host}:${target.port}`;

/** Never with a secret, and of an address only its host. */
const note = async (
  trx: Writer,
  { accountId, userId, address }: AskedBy,
  action: 'auditStream.changed' | 'auditStream.removed' | 'auditStream.tested',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => await audit(trx, { accountId, actorUserId: userId, address, action, target: accountId, detail });

const refusal = (path: string, message: AuditStreamEntryProblem | WebhookEntryProblem) =>
  new Refusal('VALIDATION_FAILED', 'The audit log cannot be sent there.', { issues: [{ path, message }] });

const conflict = () => new Refusal('CONFLICT', 'Someone else changed where the audit log is sent.');
