import { randomInt, randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import packageJson from '../../../package.json' with { type: 'json' };
import { httpClient } from './api/client-address.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createDemo } from './demo/create-demo.ts';
import { notifyFeed } from './documents/change-feed.ts';
import { factBoard } from './events.ts';
import { agents } from './exchange-memory/agents.ts';
import { callBook } from './exchange-memory/call-book.ts';
import { credentials } from './exchange-memory/credentials.ts';
import { openDialogStore } from './exchange-memory/dialog-store.ts';
import { directory } from './exchange-memory/directory.ts';
import { openRegistrationStore } from './exchange-memory/registration-store.ts';
import { watchHanging } from './exchange-memory/watch-hanging.ts';
import { holdMusic, holdMusicFolder } from './features/account/hold-music.ts';
import { hearDepartures } from './features/administration/users/hear-departures.ts';
import { announcementFiles, announcementsFolder } from './features/announcements/announcement-files.ts';
import { hearWithdrawnDevices } from './features/devices/withdrawn-devices.ts';
import { endOverdueCalls } from './features/guards/end-overdue.ts';
import { guardKeeper } from './features/guards/guard-keeper.ts';
import { outboundPolicy } from './features/guards/outbound-policy.ts';
import { hearPhones } from './features/phones/hear-phones.ts';
import { phoneStore, registerHere } from './features/phones/sip-accounts.ts';
import { recordingKeeper } from './features/recordings/recording-keeper.ts';
import { hearTrunks } from './features/trunks/hear-trunks.ts';
import { outsideLines } from './features/trunks/outside-lines.ts';
import { trunkStore } from './features/trunks/trunk-store.ts';
import { greetings, greetingsFolder } from './features/voicemail/greetings.ts';
import { voicemails } from './features/voicemail/voicemails.ts';
import { waitingMessages, whoHears } from './features/voicemail/waiting.ts';
import { hearVoicemails } from './hear-voicemails.ts';
import { setUpNeeded } from './identity/set-up.ts';
import { keptBackups } from './kept-backups.ts';
import { privateHosts } from './network/private-hosts.ts';
import { trustedProxies } from './network/trusted-proxies.ts';
import { ownCertificate } from './own-certificate.ts';
import { isControlled, openControlledLegs } from './pbx/control/controlled-legs.ts';
import { joinedLegs } from './pbx/control/joined-legs.ts';
import { recordingDesk } from './pbx/control/recordings.ts';
import { startExchange } from './pbx/exchange.ts';
import { MediaError } from './pbx/media/media.ts';
import { MediaClient } from './pbx/media/media-client.ts';
import { soundFile } from './pbx/media/sounds.ts';
import { readWav, repairWav } from './pbx/media/wav.ts';
import { startSip } from './pbx/sip/start-sip.ts';
import { systemClock as clock } from './pbx/system-clock.ts';
import { reachOfPhones } from './reach-of-phones.ts';
import { auditHead, headText } from './requests/audit-chain.ts';
import { recordingsFolder, soundFiles, voicemailsFolder } from './sound/sound-files.ts';
import { type Api, startApi } from './start-api.ts';
import type { Database } from './storage/database.ts';
import { errorForLog } from './storage/error-for-log.ts';
import { keepErasing } from './storage/keep-erasing.ts';
import { claimNode, keepLease } from './storage/node-lease.ts';
import { sealingKey, secretBox } from './storage/secret-box.ts';
import { openServerDatabase, type ServerDatabase } from './storage/server-role.ts';
import { tellSupervisor } from './supervisor/services-message.ts';
import { readAuthorities } from './tls/server-certificate.ts';

/** However hard it is to end in order, this long after being asked the process is gone. */
const STOP_WITHIN_MS = 8_000;

const config = readConfig(process.env);
const log = pino({ level: config.logLevel, base: { process: 'services' }, serializers: { err: errorForLog } });

/** What was started, to be stopped in the opposite order. */
const started: { name: string; stop: () => unknown }[] = [];
let isStopping = false;

async function stop(why: string, code: number): Promise<never> {
  if (!isStopping) {
    isStopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref();
    for (const { name, stop: end } of started.reverse()) {
      try {
        await end();
      } catch (error) {
        log.warn({ err: error, name }, 'services: stopping a part failed');
      }
    }
    process.exit(code);
  }
  return await new Promise<never>(() => {});
}

/** Says that the tables are there, and what the audit log has to go on with: logs that are collected elsewhere keep that. */
async function tellDatabase({ db, migrations }: ServerDatabase): Promise<void> {
  if (migrations.length > 0) tellSupervisor({ type: 'step', text: 'The tables are ready' });
  const head = await auditHead(db);
  if (head) log.info({ head: headText(head) }, 'audit log: head of its chain');
}

/** Starts everything; what fails here is told to the supervisor in words, as far as we have some. */
async function start(): Promise<void> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl === undefined) throw new ConfigError('DATABASE_URL is not set; npm start sets it.');
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database: idle connection lost');
  const database = await openServerDatabase({ url: databaseUrl, ownerUrl: databaseOwnerUrl, onIdleError });
  started.push({ name: 'database', stop: () => database.close() });
  const { db, owner: tableOwner } = database;
  await tellDatabase(database);
  if (!config.empty && (await createDemo(db, config.dataDir, new Date()))) {
    tellSupervisor({ type: 'step', text: 'The demo company is there' });
  }

  const lease = await claimNode(db, config.nodeName);
  started.push({ name: 'lease', stop: () => lease.release() });
  const stopRenewing = keepLease(lease, {
    onFailure: (error) => log.warn({ err: error }, 'node: renewing the lease failed'),
    onLost: () => {
      log.error({ node: lease.node }, 'node: name taken by another server');
      void stop('another server has this NODE_NAME', 1);
    },
  });
  started.push({ name: 'renewal', stop: stopRenewing });

  const eraser = keepErasing(tableOwner, {
    onErased: ({ heldMs, lacking }) => log.info({ heldMs: Math.ceil(heldMs), lacking }, 'erasures: data erased'),
    onTrouble: (error) => log.warn({ err: error }, 'erasures: erasing failed, trying later'),
  });
  started.push({ name: 'eraser', stop: () => eraser.stop() });

  const facts = factBoard((name, error) => log.error({ err: error, fact: name }, 'facts: listener failed'));
  const feed = await notifyFeed(databaseUrl, (error) => log.warn({ err: error }, 'change feed: listening failed'));
  started.push({ name: 'change feed', stop: () => feed.stop() });
  const owner = { node: lease.node, epoch: lease.epoch };
  const media = new MediaClient({ socketPath: process.env['MEDIA_SOCKET'] ?? '', log: log.child({ room: 'media' }) });
  started.push({ name: 'media', stop: () => media.stop() });
  const box = secretBox(sealingKey(config.dataDir));
  await registerHere(db, ownSipAddress(config.host, config.sipPort));
  const isTrustedProxy = trustedProxies(config.trustedProxies);
  const trunks = await trunkStore(db, box, privateHosts(config.integrationPrivateHosts));
  const { sipTlsPort } = config;
  const { forSip, forWeb, stop: leaveCertificate } = ownCertificate(config, log.child({ room: 'tls' }));
  started.push({ name: 'certificate', stop: leaveCertificate });
  const keeper = guardKeeper({
    db,
    feed,
    onTrouble: (error) => log.warn({ err: error }, 'guards: writing bans and refusals failed, trying later'),
  });
  started.push({ name: 'bans and refusals', stop: () => keeper.stop() });
  const sip = await startSip({
    config: {
      ...config,
      isTrustedProxy,
      tls: forSip && sipTlsPort !== undefined ? { port: sipTlsPort, ...forSip.current() } : undefined,
      authorities: config.sipTlsCaFile === undefined ? [] : [readAuthorities(config.sipTlsCaFile)],
    },
    guardKeeper: keeper,
    credentials: credentials(db, box),
    registrations: openRegistrationStore(db, owner),
    dialogs: openDialogStore(db, owner),
    phones: await phoneStore(db, box, reachOfPhones(config)),
    trunks,
    messagesOf: (userId) => waitingMessages(db, userId),
    clock,
    log: log.child({ room: 'sip' }),
  });
  started.push({ name: 'sip', stop: () => sip.stop() });
  forSip?.follow(sip.useCertificate);
  hearWithdrawnDevices(
    feed,
    (endpointId) => {
      sip.closeFlowsOf({ endpointId }).catch((error) => log.warn({ err: error, endpointId }, 'devices: close failed'));
    },
    (endpointId) => {
      sip.closeWithdrawn(endpointId).catch((error) => log.warn({ err: error }, 'devices: ending a sign-in failed'));
    },
  );
  hearPhones(feed, (phoneId) => {
    sip.refreshPhone(phoneId).catch((error) => log.warn({ err: error, phoneId }, 'phones: refresh failed'));
  });
  hearVoicemails(
    feed,
    (channelId) => whoHears(db, channelId),
    (userId) => sip.messagesChanged(userId),
    (error) => log.warn({ err: error }, 'subscriptions: watching messages failed'),
  );
  const trunkStays = (error: unknown) => log.warn({ err: error }, 'trunks: refreshing failed');
  hearTrunks(feed, trunks.idsOf, (trunkId) => void sip.refreshTrunk(trunkId).catch(trunkStays), trunkStays);
  sip.onRegistrationChange((change) => facts.announce('registration.changed', change));

  const recordings = recordingKeeper({
    db,
    files: soundFiles(recordingsFolder(config.dataDir)),
    log: log.child({ room: 'recordings' }),
    repair: repairWav,
    announce: {
      stored: (recording) => facts.announce('recording.stored', recording),
      failed: (recording) => facts.announce('recording.failed', recording),
    },
  });
  started.push({ name: 'recordings', stop: () => recordings.stop() });
  const messages = voicemails({
    db,
    files: soundFiles(voicemailsFolder(config.dataDir)),
    greetings: greetings(greetingsFolder(config.dataDir), readWav),
    log: log.child({ room: 'voicemail' }),
    repair: repairWav,
  });
  started.push({ name: 'voicemails', stop: () => messages.stop() });

  const people = directory(db, {
    standard: soundFile('holdMusic', 'de'),
    own: holdMusic(holdMusicFolder(config.dataDir), readWav).pathOf,
  });
  const spoken = announcementFiles(announcementsFolder(config.dataDir));
  const registeredPhones = async (which: Parameters<typeof people.sipPhones>[0]) =>
    (await people.sipPhones(which)).flatMap((phone) => {
      const place = sip.phonePlace(phone.phoneId);
      return place === undefined ? [] : [{ ...phone, ...place }];
    });
  // Clients connect to the API, which starts last; before that nobody hears events, and nobody is told any.
  let api: Api | undefined;
  const controlled = openControlledLegs({
    clock,
    log: log.child({ room: 'controlled legs' }),
    store: openDialogStore(db, owner, 'controlled'),
    newId: randomUUID,
    tell(userId, name, payload) {
      api?.realtime
        .tellUser(userId, name, payload)
        .catch((error) => log.warn({ err: error, userId, event: name }, 'events: telling a client failed'));
    },
    signInsOf: (userId) => (api ? api.realtime.signInsOf(userId) : new Set()),
    classicAmong: (userIds) => people.classicAmong(userIds),
  });
  const book = callBook({ db, ...owner });
  const stopWatching = watchHanging(book, (error) => log.warn({ err: error }, 'inbox: ending hung calls failed'));
  started.push({ name: 'hanging-call check', stop: stopWatching });
  const exchange = await startExchange({
    legs: joinedLegs([
      { takes: isControlled, legs: controlled.legs },
      { takes: () => true, legs: sip.legs },
    ]),
    media,
    directory: {
      ...people,
      phoneById: async (phoneId) => (await registeredPhones({ phoneId }))[0] ?? null,
      phoneOf: async (userId) => (await registeredPhones({ userId }))[0] ?? null,
      announcementFile: async (accountId, id) =>
        (await people.hasAnnouncement(accountId, id)) ? await spoken.fileOf(id) : null,
    },
    book,
    announce: {
      callRinging: (call) => facts.announce('call.ringing', call),
      callEstablished: (call) => facts.announce('call.established', call),
      callEnded: (call) => facts.announce('call.ended', call),
    },
    clock,
    log: log.child({ room: 'exchange' }),
    recordings: recordingDesk(recordings),
    agents: agents({ db, ...owner }),
    voicemails: messages,
    ...limitsOfCalls(config, db),
    lines: outsideLines(db, sip.trunkStanding),
  });
  const stopLooking = endOverdueCalls({
    db,
    endCall: (callId) => exchange.endCall(callId),
    onTrouble: (error) => log.warn({ err: error }, 'guards: watching outside minutes failed, trying later'),
  });
  started.push({ name: 'minutes of calls outside', stop: stopLooking });
  const stopHearingDepartures = hearDepartures(feed, db, {
    memberLeft: (userId, channelId) => exchange.userLeft(userId, channelId),
    userDeactivated(userId) {
      exchange.userLeft(userId, null);
      sip.closeFlowsOf({ userId }).catch((error) => log.warn({ err: error, userId }, 'devices: close failed'));
    },
    onTrouble: (error) => log.warn({ err: error }, 'members: lookup of departed users failed'),
  });
  started.push({ name: 'departures', stop: stopHearingDepartures });
  recordings.resume().catch((error) => log.warn({ err: error }, 'recordings: resuming failed'));
  messages.resume().catch((error) => log.warn({ err: error }, 'voicemail: resuming failed'));

  const setUpCode = (await setUpNeeded(db)) ? newSetUpCode() : undefined;
  api = await startApi({
    config,
    db,
    feed,
    facts,
    box,
    log,
    checks: { media: () => isAnswering(media) },
    ...(forWeb && { tls: forWeb.current }),
    ...(setUpCode !== undefined && { setUpCode }),
    backups: keptBackups({
      db,
      dataDir: config.dataDir,
      release: packageJson.version,
      log: log.child({ room: 'backup' }),
    }),
    exchange: {
      control: exchange,
      classic: { calls: controlled.calls, commands: exchange },
      sipSizes: () => sip.sizes(),
      askTrunk: sip.askTrunk,
      sipSocket: (socket, request) => sip.handleWebSocket(socket, request, httpClient(request, isTrustedProxy)),
    },
  });
  const { stop: stopApi, useCertificate } = api;
  forWeb?.follow(useCertificate);
  started.push({ name: 'api', stop: stopApi });
  // First of all: while the calls are told to end, every connection is still up to carry it.
  started.push({ name: 'exchange', stop: () => exchange.stop() });
  log.info({ url: api.url, node: owner.node, epoch: owner.epoch }, 'ready');
  tellSupervisor({ type: 'ready', setupCode: setUpCode });
  flushCompileCache();
}

/** How this machine reaches its own SIP port. */
const ownSipAddress = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `127.0.0.1:${port}`;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** Any reply will do, and that an endpoint is unknown is the cheapest. */
const isAnswering = async (media: MediaClient): Promise<void> => {
  try {
    await media.stats('none');
  } catch (error) {
    if (!(error instanceof MediaError && error.code === 'NO_SUCH_ENDPOINT')) throw error;
  }
};

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
process.once('SIGTERM', () => void stop('asked to', 0));
process.once('SIGINT', () => void stop('asked to', 0));
// The supervisor holds the other end; when it is gone, however that happened, nobody is left to stop us.
process.stdin.resume().once('close', () => void stop('the supervisor is gone', 0));

try {
  await start();
} catch (error) {
  log.fatal({ err: error }, 'services: starting failed');
  tellSupervisor({ type: 'refused', message: error instanceof Error ? error.message : String(error) });
  await stop('cannot start', 1);
}

/** What may be called, and how many calls there are audio ports for: each has a pair. */
function limitsOfCalls({ rtpPorts }: Pick<Config, 'rtpPorts'>, db: Database) {
  return { policy: outboundPolicy(db), audioPorts: Math.floor((rtpPorts.to - rtpPorts.from + 1) / 2) };
}
