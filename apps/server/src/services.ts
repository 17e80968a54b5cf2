import { randomInt, randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import packageJson from '../../../package.json' with { type: 'json' };
import { openAiServices } from './ai-services.ts';
import { clockAwake } from './cell/awake.ts';
import { onceSure } from './cell/once-sure.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-values.ts';
import { createDemo } from './demo/create-demo.ts';
import { notifyFeed } from './documents/change-feed.ts';
import { factBoard } from './events.ts';
import { agents } from './exchange-memory/agents.ts';
import { blockedCallers } from './exchange-memory/blocked-callers.ts';
import { callBacks } from './exchange-memory/call-backs.ts';
import { callBook } from './exchange-memory/call-book.ts';
import { openDialogStore } from './exchange-memory/dialog-store.ts';
import { watchHanging } from './exchange-memory/watch-hanging.ts';
import { hearDepartures } from './features/administration/users/hear-departures.ts';
import { phoneFeatureDesk } from './features/channels/phone-features.ts';
import { endOverdueCalls } from './features/guards/end-overdue.ts';
import { outsideLines } from './features/trunks/outside-lines.ts';
import { setUpNeeded } from './identity/set-up.ts';
import { openJobs } from './jobs/jobs.ts';
import { keepErasing } from './keep-erasing.ts';
import { keptBackups } from './kept-backups.ts';
import { trustedProxies } from './network/trusted-proxies.ts';
import { ownCertificate } from './own-certificate.ts';
import { isControlled, openControlledLegs } from './pbx/classic/controlled-legs.ts';
import { recordingDesk } from './pbx/control/recording/recordings.ts';
import { type Exchange, startExchange } from './pbx/exchange.ts';
import { onReload, ownLog } from './pbx/own-log.ts';
import type { Sip } from './pbx/sip/start-sip.ts';
import { systemClock as clock } from './pbx/system-clock.ts';
import { auditHead, headText } from './requests/audit-chain.ts';
import { startBackups } from './services/backups.ts';
import { type Boards, openBoards } from './services/boards.ts';
import { endWhenAsked, openEnding } from './services/ending.ts';
import type { ServicesGround } from './services/ground.ts';
import { heedHandOver } from './services/hand-over.ts';
import { limitsOfCalls } from './services/limits-of-calls.ts';
import { openMedia } from './services/media.ts';
import { nodePeers } from './services/node-peers.ts';
import { openDirectory } from './services/open-directory.ts';
import { holdSeat, openCell } from './services/seat.ts';
import { startSipSide } from './services/sip.ts';
import { openSounds, takeUp } from './services/sounds.ts';
import { spareName } from './settings/node-settings.ts';
import { type Api, startApi } from './start-api.ts';
import type { Database } from './storage/database.ts';
import { errorForLog } from './storage/error-for-log.ts';
import { openFarFiles } from './storage/files/open-far-files.ts';
import { openSecretBox } from './storage/sealed-setting.ts';
import { openServerDatabase, type ServerDatabase } from './storage/server-role.ts';
import { tellSupervisor } from './supervisor/services-message.ts';
import { openTracing } from './tracing/open-tracing.ts';

/** For what is under way when the process leaves. */
const leavingMs = 300;

/** See `STUCK_AFTER_MS` of the supervisor. */
const aliveEveryMs = 5_000;

const settings = readConfig(process.env);
const file = ownLog();
const base = { process: 'services' };
const log = pino({ level: settings.logLevel, base, serializers: { err: errorForLog } }, file.destination);

const ending = openEnding(log);
const { keep } = ending;

/** Says that the tables are there, and what the audit log has to go on with: logs that are collected elsewhere keep that. */
async function tellDatabase({ db, migrations }: ServerDatabase): Promise<void> {
  if (migrations.length > 0) tellSupervisor({ type: 'step', text: 'The tables are ready' });
  const head = await auditHead(db);
  if (head) log.info({ head: headText(head) }, 'audit log: head of its chain');
}

/** The database with its tables, and the demo company where it is wanted. */
async function openDatabase(databaseUrl: string): Promise<ServerDatabase> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database: idle connection lost');
  const database = await openServerDatabase({ url: databaseUrl, ownerUrl: settings.databaseOwnerUrl, onIdleError });
  keep('database', () => database.close());
  await tellDatabase(database);
  return database;
}

/** Takes the node that this server carries, and makes the demo company where it is wanted. */
async function holdNode(db: Database): Promise<ServicesGround['owner']> {
  const owner = await holdSeat({ config: settings, db, log, keep, keepsNode: () => ending.keepsNode });
  const isSpare = settings.nodeName === spareName;
  if (!isSpare && !settings.empty && (await createDemo(db, settings.dataDir, new Date(), settings.keyFile))) {
    tellSupervisor({ type: 'step', text: 'The demo company is there' });
  }
  return owner;
}

/** Has what was deleted erased from the tables, too. */
async function startErasing({ jobs, feed, db }: ServicesGround, { owner }: ServerDatabase): Promise<void> {
  const erasing = await keepErasing({
    jobs,
    feed,
    db,
    owner,
    onErased: ({ heldMs, lacking }) => log.info({ heldMs: Math.ceil(heldMs), lacking }, 'erasures: data erased'),
    onTrouble: (error) => log.warn({ err: error }, 'erasures: asking for erasure failed, trying later'),
  });
  keep('erasing', () => erasing.stop());
}

/** Legs of clients of the classic generation, which are told through the API once that is there. */
function openClassicLegs(
  { db, owner }: ServicesGround,
  people: Pick<ReturnType<typeof openDirectory>, 'classicAmong'>,
  realtime: () => Api['realtime'] | undefined,
) {
  return openControlledLegs({
    clock,
    log: log.child({ room: 'controlled legs' }),
    store: openDialogStore(db, owner, 'controlled'),
    newId: randomUUID,
    tell(userId, name, payload) {
      realtime()
        ?.tellUser(userId, name, payload)
        .catch((error) => log.warn({ err: error, userId, event: name }, 'events: telling a client failed'));
    },
    signInsOf(userId) {
      const known = realtime();
      return known ? known.signInsOf(userId) : new Set();
    },
    classicAmong: (userIds) => people.classicAmong(userIds),
  });
}

interface CallParts extends Boards, Pick<ServicesGround, 'steps'> {
  readonly people: ReturnType<typeof openDirectory>;
  readonly controlled: ReturnType<typeof openClassicLegs>;
  readonly sounds: ReturnType<typeof openSounds>;
  readonly limits: Awaited<ReturnType<typeof limitsOfCalls>>;
}

/** The exchange, and what ends calls from outside of it. */
async function startCalls(ground: ServicesGround, sip: Sip, given: CallParts): Promise<Exchange> {
  const { db, owner, media, facts, feed } = ground;
  const { people, controlled, sounds, limits, ...boards } = given;
  const book = onceSure(callBook({ db, ...owner }), owner.sure);
  const stopWatching = watchHanging(book, (error) => log.warn({ err: error }, 'inbox: ending hung calls failed'));
  keep('hanging-call check', stopWatching);
  const blocked = blockedCallers(db, log);
  keep('counts of blocked callers', blocked.stop);
  const exchange = await startExchange({
    ways: [
      { takes: isControlled, legs: controlled.legs },
      { takes: () => true, legs: sip.legs },
    ],
    media,
    directory: people,
    ...boards,
    book,
    announce: {
      callRinging: (call) => facts.announce('call.ringing', call),
      callEstablished: (call) => facts.announce('call.established', call),
      callEnded: (call) => facts.announce('call.ended', call),
    },
    clock: clockAwake(clock, owner.whenAwake),
    whenAwake: owner.whenAwake,
    log: log.child({ room: 'exchange' }),
    recordings: recordingDesk(sounds.recordings),
    captures: { captures: sounds.captures, desk: recordingDesk(sounds.captures) },
    agents: agents({ db, ...owner }),
    ownLines: phoneFeatureDesk(db),
    voicemails: sounds.messages,
    announcements: sounds.announcements,
    assistants: sounds.askings,
    bots: sounds.bots,
    callBacks: callBacks({ db, ...owner }),
    ...limits,
    lines: { ...outsideLines(db, sip.trunkStanding), wayToCompany: ground.peers.wayToCompany },
    blocked,
  });
  const onTrouble = (error: unknown) =>
    log.warn({ err: error }, 'guards: watching outside minutes failed, trying later');
  const stopLooking = endOverdueCalls({ db, node: owner.node, endCall: exchange.endCall, onTrouble });
  keep('minutes of calls outside', stopLooking);
  ground.homes.onMove(() => exchange.homesChanged(ground.homes.isElsewhere));
  const stopHearingDepartures = hearDepartures(feed, db, {
    memberLeft: (userId, channelId) => exchange.userLeft(userId, channelId),
    userDeactivated(userId) {
      exchange.userLeft(userId, null);
      sip.closeFlowsOf({ userId }).catch((error) => log.warn({ err: error, userId }, 'devices: close failed'));
    },
    onTrouble: (error) => log.warn({ err: error }, 'members: lookup of departed users failed'),
  });
  keep('departures', stopHearingDepartures);
  return exchange;
}

/** HTTP and WebSockets over what runs. Gives the code that a set-up from elsewhere takes, as long as it is needed. */
async function startWeb(
  ground: ServicesGround,
  parts: {
    readonly sip: Sip;
    readonly exchange: Exchange;
    readonly controlled: ReturnType<typeof openClassicLegs>;
    readonly certificate: ReturnType<typeof ownCertificate>;
  } & Omit<Boards, 'lamps'>,
): Promise<{ api: Api; setUpCode: string | undefined }> {
  const { config, db, feed, facts, homes, box, far, jobs, mediaProcesses, ai } = ground;
  const { sip, exchange, controlled, certificate, ...boards } = parts;
  const { forWeb, refused: refusedCertificate } = certificate;
  const setUpCode = (await setUpNeeded(db)) ? newSetUpCode() : undefined;
  const api = await startApi({
    config,
    db,
    feed,
    facts,
    homes,
    box,
    far,
    jobs,
    log,
    aiServices: ai,
    checks: { media: mediaProcesses.answers },
    media: mediaProcesses.figures,
    ...(forWeb && { tls: forWeb.current }),
    refusedCertificate,
    isStopping: () => ending.isStopping || boards.pace.isHeld,
    ...(setUpCode !== undefined && { setUpCode }),
    backups: keptBackups({
      db,
      dataDir: config.dataDir,
      keyFile: config.keyFile,
      release: packageJson.version,
      log: log.child({ room: 'backup' }),
      schedule: config.backup.schedule,
    }),
    exchange: {
      control: exchange,
      callBacks: exchange,
      supervision: exchange,
      ...boards,
      classic: { calls: controlled.calls, commands: exchange },
      sipSizes: () => sip.sizes(),
      askTrunk: sip.askTrunk,
      testLine: exchange.testLine,
      tellToFetch: sip.tellToFetch,
      checkSecret: sip.checkSetup,
      steerCapture: exchange.steerCapture,
      steerBot: exchange.steerBot,
      steerRoom: exchange.steerRoom,
      sipSocket: sip.handleWebSocket,
    },
  });
  forWeb?.follow(api.useCertificate);
  keep('api', () => api.stop(ending.isLeaving ? 1012 : 1001));
  return { api, setUpCode };
}

/** What all parts stand on. */
async function openGround({ db }: ServerDatabase, databaseUrl: string): Promise<ServicesGround> {
  const box = await openSecretBox(db, settings);
  const far = await openFarFiles({ db, config: settings, log: log.child({ room: 'files' }) });
  keep('files', () => far?.stop());
  const owner = await holdNode(db);
  far?.start();
  // A spare carries the name of the node that it took.
  const config = { ...settings, nodeName: owner.node };
  const facts = factBoard((name, error) => log.error({ err: error, fact: name }, 'facts: listener failed'));
  const feed = await notifyFeed(databaseUrl, (error) => log.warn({ err: error }, 'change feed: listening failed'));
  keep('change feed', () => feed.stop());
  const homes = await openCell({ db, feed, log, keep, node: owner.node });
  const tracing = config.tracing && (await openTracing({ config: config.tracing, ...owner, facts, log }));
  if (tracing) keep('tracing', tracing.stop);
  const jobs = await openJobs({ db, log: log.child({ room: 'jobs' }), node: owner.node, isServer: true });
  keep('jobs', () => jobs.stop());
  const audio = openMedia({ config, owner, log: log.child({ room: 'media' }), onOutlived: () => process.exit(1) });
  keep('media', audio.mediaProcesses.stop);
  const isTrustedProxy = trustedProxies(config.trustedProxies);
  const { aiPrivateHosts: hosts, models } = config;
  const own = { db, box, dataDir: config.dataDir };
  const ai = openAiServices({ ...own, privateHosts: hosts, modelList: models.listFile });
  keep('AI services', () => ai.close());
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'nodes: the address of a carrier was not found');
  const peers = nodePeers({ db, box, homes, owner, onTrouble });
  const parts = { config, log, db, box, far, feed, facts, jobs, owner, homes, peers, keep };
  return { ...parts, ...audio, isTrustedProxy, ai: ai.services, steps: tracing?.steps };
}

/** Starts everything; what fails here is told to the supervisor in words, as far as we have some. */
async function start(): Promise<void> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_URL is not set; npm start sets it.');
  const database = await openDatabase(databaseUrl);
  const ground = await openGround(database, databaseUrl);
  const { db, owner, steps } = ground;
  await startErasing(ground, database);
  startBackups(ground, database);
  const certificate = ownCertificate(settings, log.child({ room: 'tls' }));
  keep('certificate', certificate.stop);

  const boards = await openBoards({ db, ...owner });
  const sip = await startSipSide(ground, { forSip: certificate.forSip, ...boards });
  const limits = await limitsOfCalls(ground);
  const sounds = openSounds(ground, limits.companyCalls);
  const { askings, bots, announcements } = sounds;
  const { askedAnnouncement } = announcements;
  const people = {
    ...openDirectory(ground, sip),
    hasQuestions: askings.hasQuestions,
    botOf: bots.botOf,
    askedAnnouncement,
  };
  // Clients connect to the API, which starts last; before that nobody hears events, and nobody is told any.
  let web: Awaited<ReturnType<typeof startWeb>> | undefined;
  const controlled = openClassicLegs(ground, people, () => web?.api.realtime);
  const exchange = await startCalls(ground, sip, { people, controlled, sounds, limits, steps, ...boards });
  takeUp(sounds, log);

  web = await startWeb(ground, { sip, exchange, controlled, certificate, ...boards });
  // First of all: while the calls are told to end, every connection is still up to carry it.
  keep('exchange', () => (ending.isLeaving ? leaveCalls(sip, boards.pace) : exchange.stop()));
  heedHandOver({ ...ground, pace: boards.pace, exchange, leave: () => ending.leave('handed over', 'spare') });
  log.info({ url: web.api.url, node: owner.node, epoch: owner.epoch }, 'ready');
  tellSupervisor({ type: 'ready', setupCode: web.setUpCode });
  setInterval(tellSupervisor, aliveEveryMs, { type: 'alive' } as const).unref();
  onReload(() => {
    file.reopen();
    certificate.look();
    log.info('certificate and log file: opened again');
  });
  flushCompileCache();
}

const newSetUpCode = (): string =>
  String(randomInt(0, 100_000_000))
    .padStart(8, '0')
    .replace(/^(....)/, '$1-');

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'services: unexpected error, stopping');
    process.exit(1); // The supervisor starts a clean one; limping on would hide the fault.
  });
}
/** What calls write down as they change, and say once that is written, is done a moment later. */
async function leaveCalls(sip: Sip, pace: Boards['pace']): Promise<void> {
  pace.hold(true);
  await sleep(leavingMs);
  await sip.leave();
  await sleep(leavingMs);
}

endWhenAsked(ending);

try {
  await start();
} catch (error) {
  log.fatal({ err: error }, 'services: starting failed');
  tellSupervisor({ type: 'refused', message: error instanceof Error ? error.message : String(error) });
  await ending.stop('cannot start', 1);
}
