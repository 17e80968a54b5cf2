import { setTimeout as sleep } from 'node:timers/promises';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { callerFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import { followHours } from '@sidetone/contract/rules/shared-hours.ts';
import { isLoopbackHost, type OwnNames } from './api/own-names.ts';
import type { ApiDeps } from './api-deps.ts';
import { removeUnsweptFiles } from './companies/company-files.ts';
import { type Config, isOpenToOthers } from './config.ts';
import { blockOf } from './exchange-memory/blocked-callers.ts';
import { directory } from './exchange-memory/directory.ts';
import type { FindBlock, NumberProblem, TryRouting } from './features/administration/channels/routing-trial.ts';
import { noBackups } from './features/administration/company/backups.ts';
import type { SipServer } from './features/administration/devices/desk-phones.ts';
import type { TestLine } from './features/administration/devices/line-tests.ts';
import type { AskTrunk } from './features/administration/devices/trunks.ts';
import type { AdministrationDeps } from './features/administration/feature.ts';
import { usedUpLimit } from './features/guards/outbound-policy.ts';
import { whyNotSentTo } from './identity/outside-targets.ts';
import { innerRegistrars } from './inner-registrars.ts';
import { innerTrunkHosts } from './inner-trunk-hosts.ts';
import { linkPlaceAt } from './link-places.ts';
import type { MailServers } from './mail/mail-servers.ts';
import { privateHosts } from './network/private-hosts.ts';
import { LineTestRefused, type LineTests, notConnected } from './pbx/line-tests.ts';
import { type DryRunRequest, type DryRunStep, dryRun } from './pbx/routing/dry-run.ts';
import type { TrunkAnswer } from './pbx/sip/trunks/ask-trunk.ts';
import { reachOfPhones } from './reach-of-phones.ts';
import type { Database } from './storage/database.ts';
import { lanAddresses } from './supervisor/lan-addresses.ts';

/** What administrators work with; says in the log what they have to do without. */
export function administrationDeps(
  deps: Pick<ApiDeps, 'config' | 'db' | 'jobs' | 'box' | 'log' | 'exchange' | 'backups' | 'tls'>,
  names: OwnNames,
  presence: AdministrationDeps['presence'],
  mail: MailServers,
): AdministrationDeps {
  const { config, db, jobs, box, exchange } = deps;
  const log = deps.log.child({ room: 'administration' });
  if (config.mail && config.publicUrl === undefined) {
    log.warn('administration: links for forgotten passwords are not mailed, because PUBLIC_URL is not set');
  }
  return {
    db,
    jobs,
    box,
    log,
    mail,
    publicUrl: config.publicUrl,
    node: config.nodeName,
    linkPlaceAt: linkPlaceAt(config, names),
    sipServerAt: sipServerAt(config, names),
    setupOriginAt: setupOriginAt(config, names, deps.tls !== undefined),
    tellToFetch: (phoneId) => exchange.tellToFetch?.(phoneId) ?? 0,
    tryRouting: routingTrial(db),
    findBlock: blockFinder(db),
    askTrunk: trunkAsker(db, exchange.askTrunk),
    testLine: lineTest(exchange.testLine),
    findInnerHost: innerTrunkHosts(privateHosts(config.integrationPrivateHosts)),
    findInnerRegistrar: innerRegistrars(reachOfPhones(config)),
    backups: deps.backups ?? noBackups,
    removeFiles: (...given) => removeUnsweptFiles(config.dataDir, ...given),
    presence,
  };
}

/** The rules of the exchange on what the directory knows now, with everyone there and free. */
export function routingTrial(db: Database): TryRouting {
  const { channelById, voiceMenusOf, sharedHours } = directory(db);
  return async ({ channelId, at, channelIds, routing, language, firstMenuId, firstSkills, from }) => {
    const known = new Map<string, NonNullable<Awaited<ReturnType<typeof channelById>>>>();
    for (const id of channelIds) {
      const channel = await channelById(id, language);
      if (!channel) continue;
      const asTried = id === channelId ? routing : undefined;
      const hours = asTried?.hoursId ? await sharedHours(channel.accountId, asTried.hoursId, language) : null;
      known.set(
        id,
        asTried ? { ...channel, routing: { ...followHours(asTried, hours), held: channel.routing.held } } : channel,
      );
    }
    const accountId = known.get(channelId)?.accountId;
    const menus = accountId === undefined ? undefined : await voiceMenusOf(accountId);
    const isNamed = from !== undefined && accountId !== undefined;
    const caller = isNamed ? { isOutside: true, number: await callerIn(db, accountId, from) } : undefined;
    const inMemory = { channelById: (id: string) => known.get(id), menuById: (id: string) => menus?.get(id) };
    const problemOf: ProblemOf = async (number, userId) =>
      accountId === undefined ? null : await whyNotCalled(db, accountId, number, { userId, at });
    return await runWithProblems({ channelId, at, firstMenuId, firstSkills, caller, ...inMemory }, problemOf);
  };
}

type ProblemOf = (number: string, userId: string | null) => Promise<NumberProblem>;

/** Why a number would not be called, by settings, or by the limits of who pays for the call at that moment. */
async function whyNotCalled(
  db: Database,
  accountId: string,
  number: string,
  { userId, at }: { userId: string | null; at: Date },
): Promise<NumberProblem> {
  return (
    (await whyNotSentTo(db, accountId, number)) ?? (await usedUpLimit(db, { accountId, userId, e164: number, at }))
  );
}

/** Numbers that the call comes to are asked about one after the other: each that cannot be called leads it elsewhere. */
async function runWithProblems(request: DryRunRequest, problemOf: ProblemOf) {
  const problems = new Map<string, NumberProblem>();
  const keyOf = (number: string, userId: string | null) => `${userId ?? ''} ${number}`;
  const canCall = (number: string, userId: string | null) => (problems.get(keyOf(number, userId)) ?? null) === null;
  const isUnknown = (step: DryRunStep) =>
    (step.what === 'number' || step.what === 'mobile') && !problems.has(keyOf(step.number, step.userId));
  for (;;) {
    const steps = dryRun({ ...request, canCall });
    const unknown = steps.find(isUnknown);
    if (unknown?.what !== 'number' && unknown?.what !== 'mobile') {
      return steps.map((step) =>
        step.what === 'number' || step.what === 'mobile'
          ? { ...step, problem: problems.get(keyOf(step.number, step.userId)) ?? null }
          : step,
      );
    }
    const { number, userId } = unknown;
    problems.set(keyOf(number, userId), await problemOf(number, userId));
  }
}

/** Who calls an account, from what a trunk writes: in E.164 where it is a number; null: withheld. */
async function callerIn(db: Database, accountId: string, from: string | null): Promise<string | null> {
  if (from === null) return null;
  const { country, area_code, number_plan } = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return callerFromTrunk(from, 'e164', numberPlaceOf(country, area_code, number_plan));
}

/** The lists of blocked callers as the exchange reads them, and callers as a trunk would write them. */
export function blockFinder(db: Database): FindBlock {
  return async ({ accountId, channelId, from }) => {
    const channel = await db
      .selectFrom('channels')
      .select('owner_user_id')
      .where('id', '=', channelId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!channel) return null;
    const number = await callerIn(db, accountId, from);
    const block = await blockOf(db, { accountId, ownerUserId: channel.owner_user_id, number });
    return block && { by: block.by, number: block.number, asks: block.asks };
  };
}

/**
 * How a device reaches this server: by the name that the browser used, unless that is none of ours or one that only this
 * machine knows itself by.
 */
export const sipServerAt =
  (config: Pick<Config, 'host' | 'publicAddresses' | 'sipPort' | 'sipTlsPort'>, own: OwnNames) =>
  (origin: string): SipServer => {
    const { host, publicAddresses, sipPort, sipTlsPort } = config;
    const used = new URL(origin).hostname.replace(/^\[|\]$/g, '');
    const known = own.isOwnHost(used) ? used : null;
    // What is listened on loopback alone no device reaches, whatever name the browser came by.
    const open = isOpenToOthers(config) ? [...lanAddresses(host), ...publicAddresses] : [];
    const server = known !== null && !isLoopbackHost(known) ? known : open[0];
    return {
      server: server ?? known ?? 'localhost',
      reach: isOpenToOthers(config) && server !== undefined ? 'others' : 'thisMachine',
      transports: [
        ...(sipTlsPort === undefined ? [] : [{ transport: 'tls' as const, port: sipTlsPort }]),
        { transport: 'udp', port: sipPort },
        { transport: 'tcp', port: sipPort },
      ],
    };
  };

/**
 * Where desk phones fetch their settings: at the operator's own address, else by the name of this server that they reach SIP
 * by; null where that is not over HTTPS.
 */
const setupOriginAt =
  (config: Config, own: OwnNames, isSecure: boolean) =>
  (origin: string): string | null => {
    const { publicUrl, httpsPort } = config;
    const itsOwn = own.companyOf(new URL(origin).hostname)?.origin;
    if (itsOwn?.startsWith('https:')) return itsOwn;
    if (publicUrl?.startsWith('https:')) return publicUrl;
    if (origin.startsWith('https:') && own.isOwnOrigin(origin) && !isLoopbackHost(new URL(origin).hostname))
      return origin;
    if (!isSecure) return null;
    const { server } = sipServerAt(config, own)(origin);
    return `https://${server.includes(':') ? `[${server}]` : server}:${httpsPort}`;
  };

/** Asks the other side of a trunk; where nothing leads there yet, what the exchange wrote of it last says why. */
const trunkAsker = (
  db: Database,
  ask: ((trunkId: string) => Promise<TrunkAnswer | undefined>) | undefined,
): AskTrunk => {
  const standing = standingOf(db);
  return async (trunkId) => {
    const said = await ask?.(trunkId);
    if (!said) return await standing(trunkId);
    const { isReachable, words: answer, status, milliseconds } = said;
    return { isReachable, answer, status, milliseconds };
  };
};

/** Tests trunks by calls; without an exchange no call is taken. */
const lineTest =
  (testLine: LineTests['testLine'] | undefined): TestLine =>
  async (order) => {
    if (!testLine) return notConnected();
    try {
      return await testLine(order);
    } catch (error) {
      if (error instanceof LineTestRefused) return { refused: error.code };
      throw error;
    }
  };

/** A trunk that was just switched on is waited for this long. */
const patienceMs = 8_000;

/** How a trunk stands by what the exchange wrote of it last; while it tries, that is waited for. */
const standingOf =
  (db: Database): AskTrunk =>
  async (trunkId) => {
    for (const deadline = performance.now() + patienceMs; ; await sleep(200)) {
      const row = await db
        .selectFrom('trunks')
        .select(['state', 'failure'])
        .where('id', '=', trunkId)
        .executeTakeFirst();
      const state = row?.state ?? 'off';
      if (state === 'trying' && performance.now() < deadline) continue;
      const isReachable = state === 'registered' || state === 'reachable';
      const status = /\b([1-6][0-9]{2})\b/.exec(row?.failure ?? '')?.[1];
      return {
        isReachable,
        answer: row?.failure ?? (isReachable ? `It is ${state}.` : 'Nothing came back yet.'),
        status: status === undefined ? null : Number(status),
        milliseconds: null,
      };
    }
  };
