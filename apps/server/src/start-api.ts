import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import packageJson from '../../../package.json' with { type: 'json' };
import { addBotControl } from './api/bot-door.ts';
import { addAssistantDelivery } from './api/delivery-door.ts';
import { type HandOn, handOnBy } from './api/elsewhere.ts';
import { checkHealth, checkReadiness } from './api/health.ts';
import { addMcp } from './api/mcp-door.ts';
import { metricsRegistry, serveMetrics } from './api/metrics.ts';
import { type CompanyOfHost, type OwnNames, ownNames } from './api/own-names.ts';
import { addPhoneDoor } from './api/phone-door.ts';
import { addScim } from './api/scim-door.ts';
import { type ApiServer, startApiServer } from './api/server.ts';
import type { ApiDeps } from './api-deps.ts';
import { apiFeatures } from './api-features.ts';
import { openRealtime } from './api-realtime.ts';
import { type CompanyHosts, openCompanyHosts } from './companies/company-hosts.ts';
import type { DeskGround } from './documents/account-desk.ts';
import { liveHub } from './documents/live-hub.ts';
import { liveSocket } from './documents/live-socket.ts';
import { noBackups } from './features/administration/company/backups.ts';
import { scimDirectory } from './features/administration/scim-directory.ts';
import { signOnFeature } from './features/administration/sign-on-feature.ts';
import { apiTokensFeature, findByApiToken } from './features/api-tokens/feature.ts';
import { callerOf } from './features/api-tokens/tokens.ts';
import { assistantsFeature } from './features/assistants/feature.ts';
import type { ChannelDesks } from './features/channels/documents.ts';
import { unresolvedDesk } from './features/channels/unresolved-desk.ts';
import { writeNote } from './features/documentation/notes.ts';
import { otherSide, otherSideColumns, remoteOf } from './features/inbox/call-rows.ts';
import { readEvent, readInbox } from './features/inbox/read-inbox.ts';
import { mcpFeature } from './features/mcp/feature.ts';
import { metricsFeature } from './features/metrics/feature.ts';
import { type MeasuredMachine, waitingSeconds } from './features/metrics/measure-machine.ts';
import { voiceBotsFeature } from './features/voice-bots/feature.ts';
import { tryBot } from './features/voice-bots/try-bot.ts';
import { foldFeatures } from './fold-features.ts';
import type { CompanyDoor } from './identity/company-sign-in.ts';
import { openIdentity } from './identity/identity.ts';
import { type BusyUsers, presenceDesk } from './identity/presence-desk.ts';
import { relyingParty } from './identity/relying-party.ts';
import { isLoopback, setUpNeeded } from './identity/set-up.ts';
import { mailServers } from './mail/mail-servers.ts';
import { smtpMailer } from './mail/mailer.ts';
import { privateHosts } from './network/private-hosts.ts';
import { openPhoneDoor } from './open-phone-door.ts';
import { openReach } from './reach/reach.ts';
import type { Audience } from './realtime/audience.ts';
import type { Publisher } from './realtime/publisher.ts';
import { type Answer, answer } from './requests/answer.ts';
import { type HttpElsewhere, httpElsewhere } from './services/elsewhere.ts';
import { doorsOf, liveCallerOf } from './services/socket-doors.ts';
import { tablesThere } from './storage/tables-there.ts';
import { addTrustPage, secureEntry } from './tls/trust-page.ts';

export interface Api extends ApiServer {
  readonly realtime: Pick<Publisher, 'tellUser'> & Pick<Audience, 'signInsOf'>;
}

/** What this server is called. Which ports it has is known for certain once it listens; then it wants to hear of it. */
const ownPlaces = (
  { config, tls }: ApiDeps,
  companies: CompanyHosts,
): { names: OwnNames; hearOf(server: ApiServer): URL } => {
  const { publicUrl, publicAddresses } = config;
  const ports = new Set([config.port, config.httpsPort]);
  return {
    names: ownNames({
      certificate: tls && (() => tls().cert),
      publicUrl,
      publicAddresses,
      companies,
      ports: () => [...ports],
    }),
    hearOf({ url, httpsUrl }) {
      for (const one of [url, httpsUrl]) if (one !== undefined) ports.add(Number(new URL(one).port));
      return new URL(url);
    },
  };
};

/** What the server tells of itself. */
const ownAnswers = (
  deps: ApiDeps,
  version: string,
  { company, names }: { readonly company: CompanyDoor; readonly names: OwnNames },
): Answer[] => {
  const { config, db, checks, tls, isStopping = () => false } = deps;
  const database = () => sql`select 1`.execute(db);
  const readiness = { isStopping, checks: { database, migrations: tablesThere(db), ...checks } };
  return [
    answer(routes.health, () => checkHealth({ database, ...checks })),
    answer(routes.live, async () => ({ status: 'live' as const })),
    answer(routes.ready, () => checkReadiness(readiness)),
    answer(routes.serverVersion, async () => ({ version })),
    answer(routes.serverInfo, async ({ address, origin }) => ({
      setupNeeded: await setUpNeeded(db),
      secure: origin.startsWith('https:') || isLoopback(address),
      secureEntry: tls ? secureEntry(tls(), origin, config.httpsPort) : null,
      analytics: config.analytics !== undefined,
      passkeys: relyingParty(config.publicUrl)?.origin === origin,
      singleSignOn: await company.isOnAt(origin),
      company: shownCompany(names.companyOf(new URL(origin).hostname)),
      links: config.links,
    })),
  ];
};

const shownCompany = (company: CompanyOfHost | null) => company && { name: company.name, logoUrl: company.logoUrl };

/** The calls of users for AI assistants. */
const callsByMcp = ({ db, log }: ApiDeps, version: string) =>
  mcpFeature({
    db,
    version,
    calls: {
      list: (asked) => readInbox(db, asked),
      read: (call) => readEvent(db, call),
      writeNote: (asked) => writeNote(db, asked),
    },
    log: log.child({ room: 'mcp' }),
  });

/** Directories of companies, by their tokens. */
const scimDoor = ({ db, log }: ApiDeps) => ({
  find: (token: string) => callerOf(db, token),
  answer: scimDirectory(db, log.child({ room: 'directories' })),
});

/** Call assistants, whose callers are known as those of inboxes are. */
function callAssistants({ db, box, far, config: { dataDir, integrationPrivateHosts } }: ApiDeps) {
  const hosts = privateHosts(integrationPrivateHosts);
  return assistantsFeature({
    db,
    box,
    hosts,
    dataDir,
    far,
    tryBot: (url, secret) => tryBot(hosts, url, secret),
    whoCalled: { joins: otherSide, columns: otherSideColumns, remoteOf },
  });
}

const nobodyBusy: BusyUsers = { of: () => undefined, onChange: () => () => {} };

/** What is kept in memory for live queries. */
const openDesks = (ground: DeskGround, calls: BusyUsers = nobodyBusy): ChannelDesks => ({
  presence: presenceDesk(ground, calls),
  unresolved: unresolvedDesk(ground),
});

/** By which server mail of an account goes out. */
const mailOf = ({ config, db, box }: ApiDeps) =>
  mailServers({
    db,
    box,
    operator: config.mail === undefined ? null : smtpMailer(config.mail),
    hosts: privateHosts(config.mailPrivateHosts),
  });

/** How companies sign in at providers of their own. */
const signOnOf = ({ config, db, box, log }: ApiDeps, companies: CompanyHosts) => {
  const hosts = privateHosts(config.signOnPrivateHosts);
  const reach = openReach(hosts, { withinMs: 10_000, mostBytes: 512 * 1024 });
  const ownHosts = {
    originOf: (accountId: string) => companies.ofAccount(accountId)?.origin ?? null,
    onlyAt: (origin: string) => companies.of(new URL(origin).hostname)?.accountId ?? null,
  };
  const { publicUrl, nameServers } = config;
  return signOnFeature({
    db,
    box,
    hosts,
    publicUrl,
    ownHosts,
    nameServers,
    log: log.child({ room: 'sign-on' }),
    reach,
  });
};

const identityOf = ({ db, box, log, setUpCode, config }: ApiDeps, names: OwnNames, company: CompanyDoor) =>
  openIdentity({
    db,
    box,
    log: log.child({ room: 'identity' }),
    setUpCode,
    node: config.nodeName,
    publicUrl: config.publicUrl,
    company,
    isOwnOrigin: names.isOwnOrigin,
    onlyAt: (origin) => names.companyOf(new URL(origin).hostname)?.accountId ?? null,
  });

/** What metrics tell of the machine and its programs. */
const measuredMachine = ({
  config,
  db,
  far,
  checks,
  tls,
  refusedCertificate,
  backups,
  media,
  exchange,
}: ApiDeps): MeasuredMachine => ({
  dataDir: config.dataDir,
  parts: { database: () => sql`select 1`.execute(db), ...checks, ...(far && { files: () => far.blobs.check() }) },
  filesWaiting: far ? () => far.waiting() : null,
  certificate: () => tls?.().cert,
  refusedCertificate: () => refusedCertificate?.() ?? null,
  backups: async () => (await backups?.list()) ?? [],
  ...(media && { media }),
  backupStanding: () => (backups ?? noBackups).standing(),
  waiting: () => waitingSeconds(exchange.board?.everyCall() ?? [], Date.now()),
});

const metricsOf = (
  deps: ApiDeps,
  shown: Pick<Parameters<typeof metricsFeature>[0], 'registry' | 'sizes' | 'onTrouble'>,
) =>
  metricsFeature({
    ...shown,
    facts: deps.facts,
    db: deps.db,
    node: deps.config.nodeName,
    machine: measuredMachine(deps),
  });

/** Everything of the server that is not SIP over UDP or TCP, and not audio, as it is before anyone can connect. */
async function openParts(deps: ApiDeps, names: OwnNames, companies: CompanyHosts, elsewhere: HttpElsewhere) {
  const { db, log, exchange } = deps;
  const { version } = packageJson;
  const liveLog = log.child({ room: 'documents' });
  const onTrouble = (error: unknown) => liveLog.warn({ err: error }, 'live queries: query failed');
  const signOn = signOnOf(deps, companies);
  const identity = await identityOf(deps, names, signOn.door);
  const realtime = await openRealtime({ ...deps, elsewhere: elsewhere.realtime, onTrouble });
  const { audience, tellUser } = realtime;
  const registry = metricsRegistry();
  const sizes = () => ({ ...hub.sizes(), sip: exchange.sipSizes?.() });
  const desks = openDesks({ db, feed: deps.feed, onTrouble }, exchange.busy);
  const mcp = callsByMcp(deps, version);
  const assistants = callAssistants(deps);
  const bots = voiceBotsFeature({ db, steerBot: (...given) => exchange.steerBot?.(...given) ?? false });
  const features = foldFeatures(
    [
      identity,
      apiTokensFeature(db),
      signOn.feature,
      mcp,
      assistants,
      bots,
      metricsOf(deps, { registry, sizes, onTrouble }),
      ...apiFeatures({ ...deps, version, names, audience, tellUser, onTrouble, desks, mail: mailOf(deps) }),
    ],
    log,
  );
  const hub = liveHub(deps.feed, features.sources, onTrouble);
  const live = liveSocket({
    hub,
    names: features.sources.map(({ query }) => query.name),
    onTrouble,
    findCaller: liveCallerOf(identity, elsewhere.isTrusted, names),
    passOn: elsewhere.live,
  });
  const answers = [
    ...features.answers,
    ...realtime.answers({ hub, callerStands: identity.callerStands }),
    ...ownAnswers(deps, version, { company: signOn.door, names }),
  ];
  return {
    version,
    identity,
    realtime,
    registry,
    features,
    hub,
    desks,
    live,
    answers,
    mcp: mcp.door,
    delivery: assistants.door,
    bots: { ...bots.door, find: assistants.door.find },
  };
}

/** What programs of others ask by tokens of their own; what directories, phones and devices without our certificate ask. */
function addDoorsOfOthers(
  app: FastifyInstance,
  deps: ApiDeps,
  { mcp, delivery, bots }: Pick<Awaited<ReturnType<typeof openParts>>, 'mcp' | 'delivery' | 'bots'>,
  { names, handOn }: { readonly names: OwnNames; readonly handOn: HandOn },
): void {
  const { config, tls } = deps;
  addMcp(app, mcp, names, handOn);
  addAssistantDelivery(app, delivery, handOn);
  addBotControl(app, bots, handOn);
  addScim(app, scimDoor(deps), names, handOn);
  addPhoneDoor(app, openPhoneDoor(deps, names), names.isOwnOrigin);
  if (tls?.().authority) addTrustPage(app, () => tls?.().authority ?? '', config.httpsPort);
}

/** Starts HTTP and WebSockets: everything of the server that is not SIP over UDP or TCP, and not audio. */
export async function startApi(deps: ApiDeps): Promise<Api> {
  const { config, log, tls } = deps;
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'companies: reading their host names failed');
  const companies = await openCompanyHosts({ ...deps, onTrouble });
  const { names, hearOf } = ownPlaces(deps, companies);
  const elsewhere = httpElsewhere(deps);
  const { realtime, features, hub, desks, live, ...parts } = await openParts(deps, names, companies, elsewhere);
  const stop = async () => {
    await features.stop();
    companies.stop();
    elsewhere.door?.stop();
    hub.stop();
    for (const desk of Object.values(desks)) desk.stop();
  };
  features.listen();
  const server = await startApiServer({
    log: log.child({ room: 'api' }),
    version: parts.version,
    identity: { ...parts.identity, findCaller: findByApiToken(deps.db, parts.identity.findCaller) },
    names,
    answers: parts.answers,
    async more(app) {
      await realtime.addPublishApi(app);
      addDoorsOfOthers(app, deps, parts, { names, handOn: handOnBy(elsewhere.door) });
    },
    doors: doorsOf({ realtime: realtime.connect, live, sip: elsewhere.sip }),
    registry: parts.registry,
    metricsToken: config.metrics.token,
    moreSockets: realtime.moreSockets,
    pictureHosts: config.pictureHosts,
    clientFolder: deps.clientFolder ?? join(import.meta.dirname, '../../client/dist'),
    isTrustedProxy: elsewhere.isTrusted,
    wrongDoor: elsewhere.door,
    host: config.host,
    port: config.port,
    https: tls ? { port: config.httpsPort, ...tls() } : undefined,
    publicUrl: config.publicUrl,
  }).catch(async (error) => {
    features.quiet();
    await stop();
    throw error;
  });

  const { listen, token } = config.metrics;
  const metrics = listen && (await serveMetrics({ registry: parts.registry, ...listen, token }));
  realtime.openAt(hearOf(server));
  features.work();
  await deps.jobs.sweep(features.sweeps);
  return {
    ...server,
    realtime: { tellUser: realtime.tellUser, signInsOf: realtime.audience.signInsOf },
    async stop(code) {
      features.quiet();
      await metrics?.stop();
      await server.stop(code);
      await stop();
    },
  };
}
