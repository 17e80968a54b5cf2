import { randomUUID } from 'node:crypto';
import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { localizedNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { createAccount, createUser } from '../identity/accounts.ts';
import { newId } from '../requests/ids.ts';
import type { Database } from '../storage/database.ts';
import { sealingKey, secretBox } from '../storage/secret-box.ts';
import type { Writer } from '../storage/writer.ts';
import { createClassicCompany } from './classic-company.ts';
import { type CompanyPlace, company, contacts, type DemoPerson, type PersonKey, people, shared } from './company.ts';
import { createAssistant } from './create-assistant.ts';
import { createQueue } from './create-queue.ts';
import { documentCalls, type PlacedCall } from './document-calls.ts';
import { calls, type DemoCall } from './history.ts';
import { emailOf } from './sign-ins.ts';
import { workdayClock } from './workday-clock.ts';

export interface CompanyToMake {
  /** Seen from here the history lies on the last working days. */
  readonly now: Date;
  readonly place: CompanyPlace;
  /** Of the passwords of everyone who signs in, in the order of `newSignIns`. */
  readonly hashes: readonly string[];
  /** At most one company does. */
  readonly runsServer: boolean;
  /**
   * Sounds of calls are made here and lie in the data folder, for the server to go through on its way up. Else their rows
   * wait for who brings them.
   */
  readonly makesSounds: boolean;
  /** `host:port` of SIP, where the server runs already and would not say it any more. */
  readonly registrar?: string;
  /** See `Config`. */
  readonly keyFile?: string | undefined;
}

/**
 * Writes a demo company: six people, a shared channel, a queue, numbers, an address book, a call assistant, and calls of the last days with
 * what is known of them; and its sister of the classic generation. Beside others as well, if its place is its own. Gives the
 * accounts, its own first.
 */
export async function createCompany(db: Database, dataDir: string, given: CompanyToMake): Promise<string[]> {
  return await db.transaction().execute(async (trx) => {
    const accountId = await createAccount(trx, { ...company, runsServer: given.runsServer });
    await trx
      .updateTable('accounts')
      .set({ flags: JSON.stringify(demoFlags) })
      .where('id', '=', accountId)
      .execute();
    const placed = await createPeople(trx, accountId, given);
    await createQueue(trx, accountId, placed, given.place);
    const contactIds = await createContacts(trx, accountId);
    const history = await createHistory(trx, accountId, placed, contactIds, given);
    const userIdOf = (key: PersonKey) => placed.users.get(key)?.userId ?? '';
    const { makesSounds } = given;
    await documentCalls(trx, { accountId, dataDir, makesSounds, placed: history, userIdOf });
    await createAssistant(trx, {
      accountId,
      dataDir,
      writesFiles: makesSounds,
      channelId: placed.sharedChannelId,
      clock: workdayClock(given.now),
      userIdOf,
    });
    const { place, registrar } = given;
    const box = secretBox(sealingKey(dataDir, given.keyFile));
    const classic = await createClassicCompany(trx, {
      box,
      hashes: given.hashes.slice(people.length),
      place,
      registrar,
    });
    return [accountId, ...classic];
  });
}

const numberOf = ({ extension }: DemoPerson, { numbers }: CompanyPlace): string => numbers.newer + extension;

/** What shows everything that is known of a call. */
const demoFlags = {
  hasNeoPbx: true,
  hasCallTranscription: true,
  hasCallSummary: true,
  hasCallHeadline: true,
  hasCallTopicsAnalysis: true,
  hasCallSentimentAnalysis: true,
  hasCallConversationShareStatistics: true,
  hasCallActionItems: true,
  hasCallSmallTalk: true,
  hasSmartAnswers: true,
};

interface Placed {
  readonly users: ReadonlyMap<PersonKey, { userId: string; channelId: string; person: DemoPerson }>;
  readonly sharedChannelId: string;
}

const createPeople = async (trx: Writer, accountId: string, { hashes, place }: CompanyToMake): Promise<Placed> => {
  const users = new Map<PersonKey, { userId: string; channelId: string; person: DemoPerson }>();
  for (const [at, person] of people.entries()) {
    const { firstName, lastName, locale, extension } = person;
    const number = numberOf(person, place);
    const passwordHash = hashes[at] ?? '';
    const { userId, channelId } = await createUser(trx, {
      accountId,
      firstName,
      lastName,
      locale,
      extension,
      passwordHash,
      email: emailOf(person, place),
      admin: person.admin ?? false,
      onboarded: true,
    });
    await trx.updateTable('channels').set({ direct_dial: number }).where('id', '=', channelId).execute();
    await trx
      .insertInto('numbers')
      .values({ e164: number, account_id: accountId, channel_id: channelId, label: null })
      .execute();
    users.set(person.key, { userId, channelId, person });
  }
  const sharedChannelId = newId('c');
  const { name, icon, extension, followUpTime } = shared;
  const number = place.numbers.newer + shared.lastDigits;
  await trx
    .insertInto('channels')
    .values({
      id: sharedChannelId,
      account_id: accountId,
      type: 'acd',
      owner_user_id: null,
      name,
      icon,
      direct_dial: number,
      follow_up_time: followUpTime,
    })
    .execute();
  await trx
    .insertInto('channel_members')
    .values([...users.values()].map(({ userId }) => ({ channel_id: sharedChannelId, user_id: userId })))
    .execute();
  await trx
    .insertInto('numbers')
    .values({ e164: number, account_id: accountId, channel_id: sharedChannelId, label: name })
    .execute();
  await trx
    .insertInto('extensions')
    .values({ account_id: accountId, extension, channel_id: sharedChannelId })
    .execute();
  return { users, sharedChannelId };
};

/** Gives the contact of each number. */
const createContacts = async (trx: Writer, accountId: string): Promise<ReadonlyMap<string, string>> => {
  const byNumber = new Map<string, string>();
  const rows = contacts.map(({ firstName, lastName, organization, email, numbers }) => {
    const id = newId('k');
    for (const { e164 } of numbers) byNumber.set(e164, id);
    const name = [firstName, lastName].filter(Boolean).join(' ') || (organization ?? '');
    const phoneNumbers = numbers.map(({ type, e164 }, at) => ({
      id: `${id}-${at + 1}`,
      type,
      label: type,
      e164,
      localized: localizedNumber(e164, company.country),
    }));
    return {
      id,
      account_id: accountId,
      name,
      first_name: firstName,
      last_name: lastName,
      organization,
      email,
      avatar_url: null,
      contact_url: null,
      phone_numbers: JSON.stringify(phoneNumbers),
      e164s: numbers.map(({ e164 }) => e164),
    };
  });
  await trx.insertInto('contacts').values(rows).execute();
  return byNumber;
};

const createHistory = async (
  trx: Writer,
  accountId: string,
  placed: Placed,
  contactIds: ReadonlyMap<string, string>,
  { now, place }: CompanyToMake,
): Promise<PlacedCall[]> => {
  const clock = workdayClock(now);
  const history: PlacedCall[] = [];
  const rows = calls.flatMap((call) => {
    const sessionId = randomUUID();
    const times = timesOf(call, clock);
    const own = call.inbox === 'shared' ? undefined : placed.users.get(call.inbox);
    const colleague = placed.users.get(call.with as PersonKey);
    const taker = call.by === undefined ? undefined : placed.users.get(call.by);
    const common = { account_id: accountId, session_id: sessionId, call_id: null, remote_name: null, ...times };
    const unlinked = { original_channel_id: null, phone_id: null };
    const mine = {
      ...common,
      ...unlinked,
      ...outcomeOf(call, call.direction),
      direction: call.direction,
      id: docIdOf(sessionId, call.direction === 'OUTGOING' ? (colleague?.person.extension ?? call.with) : undefined),
      channel_id: own?.channelId ?? placed.sharedChannelId,
      owner: taker?.userId ?? null,
      on_phone_number: own ? numberOf(own.person, place) : place.numbers.newer + shared.lastDigits,
      remote_phone_number: colleague?.person.extension ?? call.with,
      remote_user_id: colleague?.userId ?? null,
      contact_id: contactIds.get(call.with) ?? null,
    };
    history.push({
      call,
      channelId: mine.channel_id,
      docId: mine.id,
      sessionId,
      startedAt: times.started_at,
      endedAt: times.terminated_at,
    });
    if (!colleague || !own) return [mine];
    const theirs = {
      ...common,
      ...unlinked,
      ...outcomeOf(call, 'INCOMING'),
      direction: 'INCOMING' as const,
      id: docIdOf(sessionId),
      channel_id: colleague.channelId,
      owner: colleague.userId,
      on_phone_number: colleague.person.extension,
      remote_phone_number: own.person.extension,
      remote_user_id: own.userId,
      contact_id: null,
    };
    return [mine, theirs];
  });
  await trx.insertInto('inbox_events').values(rows).execute();
  return history;
};

/**
 * As the exchange ends calls: what was taken, or missed by the one who was called, waits until someone resolves it. In
 * the history people have done that with everything but today's calls and some missed ones.
 */
const outcomeOf = ({ how, resolved, seconds, when }: DemoCall, direction: DemoCall['direction']) => {
  if (seconds > 0) return { state: 'FINISHED', terminated_reason: 'HANGUP', unresolved: when[0] === 0 };
  const unresolved = direction === 'INCOMING' && resolved !== true;
  if (how === 'rejected') return { state: 'REJECTED', terminated_reason: 'DECLINED', unresolved };
  return { state: 'MISSED', terminated_reason: how === 'busy' ? 'BUSY_HERE' : 'CANCELLED', unresolved };
};

const timesOf = ({ when, seconds }: DemoCall, clock: ReturnType<typeof workdayClock>) => {
  const started = clock(...when).getTime();
  const rang = 6_000 + (started % 17) * 700;
  return {
    started_at: new Date(started),
    established_at: seconds > 0 ? new Date(started + rang) : null,
    terminated_at: new Date(started + rang + seconds * 1000),
  };
};
