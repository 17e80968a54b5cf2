import { join } from 'node:path';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import packageJson from '../../../package.json' with { type: 'json' };
import { administrationDeps } from './administration-doors.ts';
import { checkHealth } from './api/health.ts';
import { metricsRegistry } from './api/metrics.ts';
import { type OwnNames, ownNames } from './api/own-names.ts';
import { type ApiServer, startApiServer } from './api/server.ts';
import type { ApiDeps } from './api-deps.ts';
import type { Config } from './config.ts';
import { liveHub } from './documents/live-hub.ts';
import { liveSocket } from './documents/live-socket.ts';
import { topic } from './documents/live-source.ts';
import { accountDocuments } from './features/account/documents.ts';
import { holdMusic, holdMusicFolder } from './features/account/hold-music.ts';
import { accountRoutes } from './features/account/routes.ts';
import { administration } from './features/administration/administration.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { analyticsSink } from './features/analytics/sink.ts';
import { announcementFiles, announcementsFolder } from './features/announcements/announcement-files.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { callControlRoutes } from './features/call-control/routes.ts';
import { callNotices } from './features/call-notices/call-notices.ts';
import { callReportRoutes, forgetOldReports } from './features/call-reports/routes.ts';
import { channelDocuments } from './features/channels/documents.ts';
import { channelRoutes } from './features/channels/routes.ts';
import { classicRoutes } from './features/classic/routes.ts';
import { clickToDialRoutes } from './features/click-to-dial/routes.ts';
import { contactImports } from './features/contact-files/contact-imports.ts';
import { contactFileDocuments } from './features/contact-files/documents.ts';
import { contactFileRoutes } from './features/contact-files/routes.ts';
import { contactFilesFolder, storedFiles } from './features/contact-files/stored-file.ts';
import { contactDocuments } from './features/contacts/documents.ts';
import { findById } from './features/contacts/find-by-id.ts';
import { ownBook } from './features/contacts/own-book.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { contentRoutes } from './features/content/routes.ts';
import { deviceDocuments } from './features/devices/documents.ts';
import { deviceRoutes } from './features/devices/routes.ts';
import { documentationRoutes } from './features/documentation/routes.ts';
import { favoriteDocuments } from './features/favorites/documents.ts';
import { favoriteRoutes } from './features/favorites/routes.ts';
import { adminFeedbackRoutes } from './features/feedback/admin-routes.ts';
import { assetFiles, userAssetsFolder } from './features/feedback/asset-files.ts';
import { feedbackDocuments } from './features/feedback/documents.ts';
import { feedbackRoutes } from './features/feedback/routes.ts';
import { sweepFeedback } from './features/feedback/sweep.ts';
import { forgetOldBans } from './features/guards/guard-keeper.ts';
import { inboxDocuments } from './features/inbox/documents.ts';
import { forgetOldCalls } from './features/inbox/forget-old-calls.ts';
import { inboxRoutes } from './features/inbox/routes.ts';
import { callsOfThread } from './features/inbox/thread-calls.ts';
import { adminInfoBannerRoutes } from './features/info-banners/admin-routes.ts';
import { infoBannerDocuments } from './features/info-banners/documents.ts';
import { countFacts } from './features/metrics/count-facts.ts';
import { measureState } from './features/metrics/measure-state.ts';
import { ongoingCallDocuments } from './features/ongoing-calls/documents.ts';
import { phoneDocuments } from './features/phones/documents.ts';
import { takePhonesOffline } from './features/phones/offline-with-app.ts';
import { phoneRoutes } from './features/phones/routes.ts';
import { keptRecordings } from './features/recordings/remove-recordings.ts';
import { recordingRoutes } from './features/recordings/routes.ts';
import { sweepRecordings } from './features/recordings/sweep.ts';
import { greetings, greetingsFolder } from './features/voicemail/greetings.ts';
import { keptVoicemails } from './features/voicemail/remove-voicemails.ts';
import { voicemailRoutes } from './features/voicemail/routes.ts';
import { sweepVoicemails } from './features/voicemail/sweep.ts';
import { keepClientLines } from './identity/client-lines.ts';
import { type Identity, openIdentity } from './identity/identity.ts';
import { forgetOldLinks } from './identity/one-time-links.ts';
import { isLoopback, setUpNeeded } from './identity/set-up.ts';
import { openIntegrations } from './integrations/integrations.ts';
import { forgetOldBackups } from './kept-backups.ts';
import { trustedProxies } from './network/trusted-proxies.ts';
import { readWav } from './pbx/media/wav.ts';
import { type Audience, audience } from './realtime/audience.ts';
import { gateway } from './realtime/gateway.ts';
import { newRealtimeKeys, realtimeKeysShape } from './realtime/keys.ts';
import { addPublishApi } from './realtime/publish-api.ts';
import { type Publisher, publisher } from './realtime/publisher.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import { forgetOldAlerts } from './requests/alerts.ts';
import { answer } from './requests/answer.ts';
import { Refusal } from './requests/refusal.ts';
import { forgetOldRefusals } from './requests/refusals.ts';
import { recordingsFolder, soundFiles, voicemailsFolder } from './sound/sound-files.ts';
import { sealedSetting } from './storage/sealed-setting.ts';
import { addTrustPage, secureEntry } from './tls/trust-page.ts';

export interface Api extends ApiServer {
  readonly realtime: Pick<Publisher, 'tellUser'> & Pick<Audience, 'signInsOf'>;
}

/** What this server is called. Which ports it has is known for certain once it listens; then it wants to hear of it. */
const ownPlaces = ({ config, tls }: ApiDeps): { names: OwnNames; hearOf(server: ApiServer): URL } => {
  const { publicUrl, publicAddresses } = config;
  const ports = new Set([config.port, config.httpsPort]);
  return {
    names: ownNames({ certificate: tls && (() => tls().cert), publicUrl, publicAddresses, ports: () => [...ports] }),
    hearOf({ url, httpsUrl }) {
      for (const one of [url, httpsUrl]) if (one !== undefined) ports.add(Number(new URL(one).port));
      return new URL(url);
    },
  };
};

/** Who opens a connection for live data, and which changes end what they may see. */
const liveCallerOf =
  (identity: Identity): Parameters<typeof liveSocket>[0]['findCaller'] =>
  async (token) => {
    const caller = await identity.findCaller(token).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    return (
      caller && {
        ...caller,
        topics: [topic('oidc_documents', 'grant_id', caller.grantId), topic('users', 'id', caller.userId)],
        stands: () => identity.callerStands(caller),
      }
    );
  };

/** Starts HTTP and WebSockets: everything of the server that is not SIP over UDP or TCP, and not audio. */
export async function startApi(deps: ApiDeps): Promise<Api> {
  const { config, db, box, log, exchange } = deps;
  const { names, hearOf } = ownPlaces(deps);
  const identity = await openIdentity({
    db,
    box,
    log: log.child({ room: 'identity' }),
    setUpCode: deps.setUpCode,
    isOwnOrigin: names.isOwnOrigin,
  });
  const { version } = packageJson;

  const liveLog = log.child({ room: 'documents' });
  const onTrouble = (error: unknown) => liveLog.warn({ err: error }, 'live queries: query failed');
  const administered = administration(administrationDeps(deps, names));
  const integrations = openIntegrations({
    db,
    box,
    builtIn: [ownBook],
    privateHosts: config.integrationPrivateHosts,
    rhythm: deps.syncRhythm,
    log: log.child({ room: 'integrations' }),
  });
  const sources = [
    ...administered.sources,
    ...accountDocuments(db),
    ...deviceDocuments(db),
    ...channelDocuments(db),
    ...inboxDocuments(db, liveLog),
    ...phoneDocuments(db),
    ...ongoingCallDocuments(db),
    ...integrations.sources,
    ...contactFileDocuments(db),
    ...feedbackDocuments(db),
    ...infoBannerDocuments(db),
    ...favoriteDocuments({ db, findContacts: findById }),
    ...contactDocuments({
      db,
      callsWith: (channelIds, contactId) => callsOfThread(channelIds, { kind: 'contact', contactId }),
    }),
  ];
  const hub = liveHub(deps.feed, sources, onTrouble);
  const live = liveSocket({
    hub,
    names: sources.map(({ query }) => query.name),
    onTrouble,
    findCaller: liveCallerOf(identity),
  });

  const ownKeys = await sealedSetting({ db, box }, 'realtime.keys', realtimeKeysShape, newRealtimeKeys);
  const keys = { ...ownKeys, ...config.pusher };
  const elsewhere = realtimeElsewhere(config);
  const ownGateway = gateway(ownKeys);
  const hearing = audience(ownGateway, !config.pusher);
  hearing.onJoin((userId) => exchange.classic.calls.clientCame(userId));
  const stopLeaving = takePhonesOffline({ db, audience: hearing, onTrouble });
  await keepClientLines({ db, node: config.nodeName, audience: hearing, isOurs: !config.pusher, onTrouble });
  let tell: Publisher | undefined = config.pusher && publisher(keys, config.pusher);
  const realtime = (): Publisher => {
    if (!tell) throw new Error('The realtime gateway is not open yet.');
    return tell;
  };

  const sink = config.analytics ? analyticsSink(config.analytics, log.child({ room: 'analytics' })) : null;
  const recordings = { db, files: soundFiles(recordingsFolder(config.dataDir)) };
  const voicemail = {
    db,
    files: soundFiles(voicemailsFolder(config.dataDir)),
    greetings: greetings(greetingsFolder(config.dataDir), readWav),
  };
  const feedback = { db, files: assetFiles(userAssetsFolder(config.dataDir)) };
  const contactFiles = contactImports({
    db,
    files: storedFiles(contactFilesFolder(config.dataDir)),
    log: log.child({ room: 'contact-files' }),
  });
  const registry = metricsRegistry();
  countFacts(registry, deps.facts);
  measureState(registry, { db, onTrouble, sizes: () => ({ ...hub.sizes(), sip: exchange.sipSizes?.() }) });
  const checks = { database: () => sql`select 1`.execute(db), ...deps.checks };
  const server = await startApiServer({
    log: log.child({ room: 'api' }),
    version,
    identity,
    names,
    answers: [
      ...identity.answers,
      ...administered.answers,
      ...accountRoutes({ db, music: holdMusic(holdMusicFolder(config.dataDir), readWav) }),
      ...announcementRoutes({ db, files: announcementFiles(announcementsFolder(config.dataDir)), readWav }),
      ...contactRoutes({ db, writer: integrations.writer }),
      ...integrations.answers,
      ...favoriteRoutes({ db, findContacts: findById }),
      ...contactFileRoutes({ db, imports: contactFiles }),
      ...feedbackRoutes({ ...feedback, log: log.child({ room: 'feedback' }) }),
      ...adminFeedbackRoutes(feedback),
      ...adminInfoBannerRoutes(db),
      ...deviceRoutes({ db, box, ice: config.ice }),
      ...contentRoutes({ folder: join(import.meta.dirname, '../../..'), version }),
      ...inboxRoutes(db),
      ...documentationRoutes({
        db,
        recordings: keptRecordings(recordings),
        voicemails: keptVoicemails(voicemail),
        log: log.child({ room: 'documentation' }),
      }),
      ...callReportRoutes(db),
      ...analyticsRoutes(sink),
      ...callControlRoutes(exchange.control),
      ...phoneRoutes(db),
      ...channelRoutes(db),
      ...classicRoutes({ db, ...exchange.classic }),
      ...clickToDialRoutes({
        db,
        tellUser: (userId, name, payload) => realtime().tellUser(userId, name, payload),
        signInsOf: hearing.signInsOf,
      }),
      ...recordingRoutes({ ...recordings, log: log.child({ room: 'recordings' }) }),
      ...voicemailRoutes({ ...voicemail, log: log.child({ room: 'voicemail' }) }),
      ...realtimeRoutes({
        server: { key: keys.key, elsewhere },
        publisher: realtime,
        gateway: ownGateway,
        audience: hearing,
        hub,
        callerStands: identity.callerStands,
        onTrouble,
      }),
      answer(routes.health, () => checkHealth(checks)),
      answer(routes.serverVersion, async () => ({ version })),
      answer(routes.serverInfo, async ({ address, origin }) => ({
        setupNeeded: await setUpNeeded(db),
        secure: origin.startsWith('https:') || isLoopback(address),
        secureEntry: deps.tls ? secureEntry(deps.tls(), origin, config.httpsPort) : null,
        analytics: sink !== null,
        links: config.links,
      })),
    ],
    async more(app) {
      await addPublishApi(app, ownKeys, ownGateway);
      if (deps.tls?.().authority) addTrustPage(app, () => deps.tls?.().authority ?? '', config.httpsPort);
    },
    doors: [
      {
        takes: (path) => path.startsWith('/app/'),
        largest: 16 * 1024,
        strangers: 'introduced',
        open: ownGateway.connect,
      },
      { takes: (path) => path === '/live', largest: 256 * 1024, strangers: 'introduced', open: live },
      {
        takes: (path) => path === '/sip',
        subprotocol: 'sip',
        largest: 64 * 1024,
        strangers: 'guarded',
        open: exchange.sipSocket,
      },
    ],
    registry,
    ...(elsewhere && { moreSockets: `${elsewhere.tls ? 'wss' : 'ws'}://${elsewhere.host}:${elsewhere.port}` }),
    pictureHosts: config.pictureHosts,
    clientFolder: deps.clientFolder ?? join(import.meta.dirname, '../../client/dist'),
    isTrustedProxy: trustedProxies(config.trustedProxies),
    host: config.host,
    port: config.port,
    https: deps.tls ? { port: config.httpsPort, ...deps.tls() } : undefined,
    publicUrl: config.publicUrl,
  }).catch(async (error) => {
    administered.stop();
    hub.stop();
    await integrations.stop();
    throw error;
  });

  const { hostname, port } = hearOf(server);
  tell ??= publisher(ownKeys, { host: reachable(hostname), port: Number(port), tls: false });

  const stopNotices = callNotices({ facts: deps.facts, tellUser: tell.tellUser, onTrouble });

  contactFiles.resume().catch((error) => log.warn({ err: error }, 'contact imports: resuming failed'));
  const stopSweeping = everyHour(log, {
    'sign-in: forgetting expired tokens failed': () => identity.forgetExpired(),
    'contact imports: resuming failed': () => contactFiles.resume(),
    'retention: deleting old reports failed': () => forgetOldReports(db),
    'retention: deleting old counts of refusals failed': () => forgetOldRefusals(db),
    'retention: deleting old alerts failed': () => forgetOldAlerts(db),
    'retention: deleting old bans failed': () => forgetOldBans(db),
    'retention: deleting old recordings failed': () => sweepRecordings(recordings),
    'retention: deleting old calls failed': () => forgetOldCalls(db),
    'retention: deleting old links failed': () => forgetOldLinks(db),
    'retention: deleting old backups failed': async () => deps.backups && (await forgetOldBackups(db, deps.backups)),
    'retention: deleting old feedback failed': () => sweepFeedback(feedback),
    'retention: deleting old voicemails failed': () => sweepVoicemails(voicemail),
  });
  return {
    ...server,
    realtime: { tellUser: tell.tellUser, signInsOf: hearing.signInsOf },
    async stop() {
      stopSweeping();
      administered.stop();
      stopLeaving();
      stopNotices();
      await server.stop();
      await sink?.stop();
      await contactFiles.stop();
      await integrations.stop();
      hub.stop();
    },
  };
}

/** Does each of these every hour; what fails is said by its words and done the next time. Gives the way to stop. */
const everyHour = (log: Logger, work: Readonly<Record<string, () => Promise<unknown>>>): (() => void) => {
  const sweep = () => {
    for (const [words, begin] of Object.entries(work)) begin().catch((error) => log.warn({ err: error }, words));
  };
  const timer = setInterval(sweep, 60 * 60 * 1000);
  timer.unref();
  return () => clearInterval(timer);
};

const realtimeElsewhere = ({ pusher }: Config) =>
  pusher ? { host: pusher.host, port: pusher.port, tls: pusher.tls } : null;

/** Listening on every address includes this machine's own. */
const reachable = (hostname: string): string =>
  hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname;
