import { newChannel, newNumbers, numberChange } from '@sidetone/contract/entities/admin-channel.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import type { TrialStep, TrialVoice } from '@sidetone/contract/entities/routing-trial.ts';
import type { SkillStep } from '@sidetone/contract/entities/skill.ts';
import { formatNumber, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { sql } from 'kysely';
import { blockFinder, routingTrial } from '../administration-doors.ts';
import { readAdminChannels } from '../features/administration/channels/channel-documents.ts';
import { addChannel } from '../features/administration/channels/channels.ts';
import { setMembers } from '../features/administration/channels/members.ts';
import { addNumbers, changeNumber, removeNumber } from '../features/administration/channels/numbers.ts';
import { removeChannel } from '../features/administration/channels/remove-channel.ts';
import { tryCall } from '../features/administration/channels/routing-trial.ts';
import type { Database } from '../storage/database.ts';
import { columns } from '../supervisor/columns.ts';
import { howToCall } from '../supervisor/how-to-call.ts';
import { type Command, CommandError } from './command.ts';
import { findAccount } from './find-account.ts';
import { findUser } from './find-user.ts';
import { commandLine, needed, read, told, value } from './told.ts';

const company = { user: value };
const ofCompany = '[--user <email or extension of a user of the company>]';

const listChannels: Command = {
  name: 'channel list',
  usage: `channel list ${ofCompany}`,
  about: 'list the shared channels of a company',
  options: company,
  words: 0,
  async run({ db }, { options }) {
    const channels = await readAdminChannels(db, await findAccount(db, options['user']));
    const shared = channels.filter(({ type }) => type === 'acd');
    if (shared.length === 0) return `There is no shared channel yet: ${howToCall()} channel add …`;
    return columns(
      shared.map(({ id, name, extensions, numbers, members, routing }) => [
        id,
        name,
        extensions.join(', '),
        numbers.map(({ number }) => formatNumber(number)).join(', '),
        routing.strategy,
        members.map((member) => member.name).join(', '),
      ]),
    ).join('\n');
  },
};

const addOne: Command = {
  name: 'channel add',
  usage: `channel add --name <name> [--extension <digits>] [--number <number>] [--members <email or extension,…>] ${ofCompany}`,
  about: 'add a shared channel',
  options: { name: needed, extension: value, number: value, members: value, ...company },
  words: 0,
  async run({ db }, { options }) {
    const by = await commandLine(db, options['user']);
    const inFull = await numberReader(db, by.accountId);
    const about = read(newChannel, {
      name: options['name'],
      extension: options['extension'],
      number: inFull(options['number']),
      members: await people(db, options['members']),
    });
    const { channelId, extension } = await told(addChannel(db, by, about));
    return `Channel ${about.name} (${channelId}) added with extension ${extension}.`;
  },
};

const setThem: Command = {
  name: 'channel members',
  usage: `channel members <name or id> --members <email or extension,…> ${ofCompany}`,
  about: 'set the members of a shared channel, in their order',
  options: { members: needed, ...company },
  words: 1,
  async run({ db }, { words: [which = ''], options }) {
    const by = await commandLine(db, options['user']);
    const { id, name } = await channelNamed(db, by.accountId, which);
    const members = await people(db, options['members']);
    await told(setMembers(db, by, id, members));
    return `${name} has ${members.length} ${members.length === 1 ? 'member' : 'members'}.`;
  },
};

const removeOne: Command = {
  name: 'channel remove',
  usage: `channel remove <name or id> [--calls-to <name or id>] ${ofCompany}`,
  about: 'delete a shared channel; without --calls-to its calls are deleted with it',
  options: { 'calls-to': value, ...company },
  words: 1,
  async run({ db }, { words: [which = ''], options }) {
    const by = await commandLine(db, options['user']);
    const { id, name } = await channelNamed(db, by.accountId, which);
    const heir = options['calls-to'];
    const callsTo = heir === undefined ? undefined : (await channelNamed(db, by.accountId, heir)).id;
    await told(removeChannel(db, by, id, callsTo));
    return `Channel ${name} removed.`;
  },
};

const listNumbers: Command = {
  name: 'number list',
  usage: `number list ${ofCompany}`,
  about: 'list the numbers of a company and where they lead',
  options: company,
  words: 0,
  async run({ db }, { options }) {
    const accountId = await findAccount(db, options['user']);
    const names = new Map((await readAdminChannels(db, accountId)).map(({ id, name }) => [id, name]));
    const rows = await db
      .selectFrom('numbers')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('e164')
      .execute();
    if (rows.length === 0) return `There is no number yet: ${howToCall()} number add <number>`;
    return columns(
      rows.map((row) => [row.e164, names.get(row.channel_id ?? '') ?? 'rings nowhere', row.label ?? '']),
    ).join('\n');
  },
};

const addThem: Command = {
  name: 'number add',
  usage: `number add <number> [--until <number>] [--channel <name or id>] [--label <words>] ${ofCompany}`,
  about: 'add a number, or a block of them',
  options: { until: value, channel: value, label: value, ...company },
  words: 1,
  async run({ db }, { words: [first = ''], options }) {
    const by = await commandLine(db, options['user']);
    const { channel } = options;
    const inFull = await numberReader(db, by.accountId);
    const about = read(newNumbers, {
      first: inFull(first),
      last: inFull(options['until']),
      label: options['label'],
      channelId: channel === undefined ? undefined : (await channelNamed(db, by.accountId, channel)).id,
    });
    const { added } = await told(addNumbers(db, by, about));
    return added.length === 1 ? `Number ${added[0]} added.` : `${added.length} numbers added.`;
  },
};

const assign: Command = {
  name: 'number set',
  usage: `number set <number> [--channel <name or id|none>] [--label <words>] ${ofCompany}`,
  about: 'assign a number to a channel, or label it',
  options: { channel: value, label: value, ...company },
  words: 1,
  async run({ db }, { words: [number = ''], options }) {
    const by = await commandLine(db, options['user']);
    const { channel } = options;
    const wanted = read(numberChange, {
      label: options['label'],
      channelId:
        channel === undefined
          ? undefined
          : channel === 'none'
            ? null
            : (await channelNamed(db, by.accountId, channel)).id,
    });
    const e164 = (await numberReader(db, by.accountId))(number);
    await told(changeNumber(db, by, e164, wanted));
    return `Number ${e164} changed.`;
  },
};

const removeOneNumber: Command = {
  name: 'number remove',
  usage: `number remove <number> ${ofCompany}`,
  about: 'remove a number',
  options: company,
  words: 1,
  async run({ db }, { words: [number = ''], options }) {
    const by = await commandLine(db, options['user']);
    const e164 = (await numberReader(db, by.accountId))(number);
    await told(removeNumber(db, by, e164));
    return `Number ${e164} removed.`;
  },
};

const tryRouting: Command = {
  name: 'routing try',
  usage: `routing try <number, extension or name of a channel> [--from <number or withheld>] [--at <2026-12-24T09:30:00+01:00>] ${ofCompany}`,
  about: 'show what would happen to a call, without placing one',
  options: { at: value, from: value, ...company },
  words: 1,
  async run({ db }, { words: [to = ''], options }) {
    const { accountId } = await commandLine(db, options['user']);
    const at = options['at'] ?? null;
    if (at !== null && Number.isNaN(Date.parse(at))) throw new CommandError(`${at} is not a date and time.`);
    const isNumber = /^[+\d][\d /-]*$/.test(to);
    const other = isNumber ? await otherCompanyAt(db, accountId, to) : null;
    if (other !== null) return other;
    const target = isNumber ? { number: to } : { channelId: (await channelNamed(db, accountId, to)).id };
    const from = options['from'] === 'withheld' ? null : options['from'];
    const doors = { db, tryRouting: routingTrial(db), findBlock: blockFinder(db) };
    const trial = await told(tryCall(doors, accountId, { to: target, from, at, askedBy: null }));
    const lines = trial.steps.map((step) => [`${step.afterSeconds} s`, ...inWords(step)]);
    return [`At ${trial.localTime.replace('T', ' ')}:`, ...columns(lines)].join('\n');
  },
};

const voices: Readonly<Record<TrialVoice, string>> = {
  questions: 'is asked questions by a call assistant',
  bot: 'is taken by the voice bot of a call assistant',
  asksNothing: 'passes a call assistant without a recorded question',
  gone: 'passes a call assistant that no longer exists',
};

const inWords = (step: TrialStep): string[] => {
  switch (step.kind) {
    case 'channel':
      return [`comes to ${step.name}`, step.why];
    case 'blocked':
      return [`is blocked by the list of the ${step.by}`, step.number ?? 'anonymous callers'];
    case 'proof':
      return ['has to press a key', 'without a number'];
    case 'closed':
      return [step.byHand ? 'is closed by hand' : 'is outside the hours', step.holiday ?? ''];
    case 'announcement':
      return ['hears an announcement', step.name ?? step.announcementId];
    case 'assistant':
      return [voices[step.voice], step.name ?? step.assistantId];
    case 'menu':
      return [
        'hears a voice menu',
        [step.name, ...step.keys.map(({ key, target, name }) => `${key}: ${name ?? target.kind}`)].join(', '),
      ];
    case 'ring':
      return [`rings ${step.members.map(({ name }) => name).join(', ')}`, `${step.seconds} s${askedOf(step.asked)}`];
    case 'wait':
      return ['waits for someone', `${step.seconds} s`];
    case 'room':
      return ['is in the conference room', step.name];
    case 'page':
      return [`is heard by ${step.phones} phones`, step.name];
    case 'voicemail':
      return ['leaves a message', `at most ${step.maxSeconds} s`];
    case 'number':
      return [`is forwarded to ${step.number}`, step.problem === null ? '' : `cannot: ${step.problem}`];
    case 'mobile':
      return [`rings ${step.name} at ${step.number}`, step.problem === null ? '' : `cannot: ${step.problem}`];
    case 'rule':
      return ['is sent on by the user', step.when];
    case 'end':
      return ['ends', step.why];
  }
};

const stillAsked: Readonly<Record<SkillStep, string>> = {
  levels: 'with this level',
  skills: 'at any level',
  oneSkill: 'one of them',
  anybody: 'by now no skill',
};

const askedOf = (asked: Extract<TrialStep, { kind: 'ring' }>['asked']): string =>
  asked
    ? `, asked for ${asked.needs.map(({ name, level }) => `${name} ${level}`).join(', ')}: ${stillAsked[asked.step]}`
    : '';

export const channelCommands: readonly Command[] = [
  listChannels,
  addOne,
  setThem,
  removeOne,
  listNumbers,
  addThem,
  assign,
  removeOneNumber,
  tryRouting,
];

const channelNamed = async (db: Database, accountId: string, which: string) => {
  const channels = await readAdminChannels(db, accountId);
  const found = channels.find(({ id, name }) => id === which || name.toLowerCase() === which.toLowerCase());
  if (!found) throw new CommandError(`There is no channel ${which}.`);
  return found;
};

/** Numbers as the company writes them, in E.164; what is none stays as it was typed. */
const numberReader = async (db: Database, accountId: string) => {
  const { country, area_code, number_plan } = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const place = numberPlaceOf(country, area_code, number_plan);
  return <Typed extends string | undefined>(typed: Typed): Typed =>
    (typed === undefined ? typed : (normalizeNumber(typed, place) ?? typed)) as Typed;
};

const people = async (db: Database, list: string | undefined) => {
  const wanted = (list ?? '').split(',').filter((one) => one !== '');
  const users = await Promise.all(wanted.map((one) => findUser(db, one.trim())));
  return users.map(({ id }) => ({ userId: id, dialedIn: true }));
};

/** Where a number of another company is called, which only the operator learns; null: it is none of another company's. */
async function otherCompanyAt(db: Database, accountId: string, dialled: string): Promise<string | null> {
  const number = (await numberReader(db, accountId))(dialled);
  const row = await db
    .selectFrom('numbers')
    .innerJoin('accounts as theirs', 'theirs.id', 'numbers.account_id')
    .innerJoin('accounts as ours', (join) => join.on('ours.id', '=', accountId))
    .select(['theirs.name', 'theirs.node', sql<boolean>`theirs.node <> ours.node`.as('isElsewhere')])
    .where('e164', '=', number)
    .where('channel_id', 'is not', null)
    .where('theirs.id', '<>', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const way = row.isElsewhere
    ? `at home at ${row.node}: calls go there by SIP between the nodes, and by a trunk only where nobody carries it`
    : 'at home at the same node: calls need no trunk';
  return `${number} is a number of ${row.name}, ${way}.`;
}
