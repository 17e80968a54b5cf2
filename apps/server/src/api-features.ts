import { hostname } from 'node:os';
import { join } from 'node:path';
import { administrationDeps } from './administration-doors.ts';
import { askedFeature } from './ai/asked/feature.ts';
import { chatFeature } from './ai/chat/feature.ts';
import { endAnswers, endDocumentation, endReaders } from './ai/documenting.ts';
import { aiFeature } from './ai/feature.ts';
import { aiModelsFeature } from './ai/models/feature.ts';
import { noServices } from './ai/services.ts';
import { aiSetupFeature } from './ai/setup-feature.ts';
import { sayTextAnswers } from './ai/voice/say-text.ts';
import { customWordsFeature } from './ai/words/feature.ts';
import type { OwnNames } from './api/own-names.ts';
import type { ApiDeps } from './api-deps.ts';
import type { Config } from './config.ts';
import { accountFeature } from './features/account/feature.ts';
import { holdMusic, holdMusicFolder } from './features/account/hold-music.ts';
import { noBackups } from './features/administration/company/backups.ts';
import { administrationFeature } from './features/administration/feature.ts';
import { analyticsFeature } from './features/analytics/feature.ts';
import { announcementFiles, announcementsFolder } from './features/announcements/announcement-files.ts';
import { announcementsFeature } from './features/announcements/feature.ts';
import { heardAnswers, sweepAnswers } from './features/asked-callers/heard-answers.ts';
import { auditStreamsFeature } from './features/audit-streams/feature.ts';
import { blockedCallersFeature } from './features/blocked-callers/feature.ts';
import { callControlFeature } from './features/call-control/feature.ts';
import { callLogsFeature } from './features/call-logs/feature.ts';
import { callNoticesFeature } from './features/call-notices/feature.ts';
import { callRecordsFeature } from './features/call-records/feature.ts';
import { callReportsFeature } from './features/call-reports/feature.ts';
import type { ChannelDesks } from './features/channels/documents.ts';
import { channelsFeature } from './features/channels/feature.ts';
import { classicFeature } from './features/classic/feature.ts';
import { clickToDialFeature } from './features/click-to-dial/feature.ts';
import { conferenceRoomsFeature } from './features/conference-rooms/feature.ts';
import { contactFilesFeature } from './features/contact-files/feature.ts';
import { contactsFeature } from './features/contacts/feature.ts';
import { findById } from './features/contacts/find-by-id.ts';
import { ownBook } from './features/contacts/own-book.ts';
import { contentFeature } from './features/content/feature.ts';
import { devicesFeature } from './features/devices/feature.ts';
import { documentationFeature } from './features/documentation/feature.ts';
import { appendToNote } from './features/documentation/notes.ts';
import { favoritesFeature } from './features/favorites/feature.ts';
import { feedbackFeature } from './features/feedback/feature.ts';
import { guardsFeature } from './features/guards/feature.ts';
import { healthFeature, readHealth } from './features/health/feature.ts';
import { inboxFeature } from './features/inbox/feature.ts';
import { callsOfThread } from './features/inbox/thread-calls.ts';
import { vconSources } from './features/inbox/vcon-of-call.ts';
import { readWaitingCalls } from './features/inbox/waiting-calls.ts';
import { infoBannersFeature } from './features/info-banners/feature.ts';
import { mailFeature } from './features/mail/feature.ts';
import { noticesFeature } from './features/notices/feature.ts';
import { ongoingCallsFeature } from './features/ongoing-calls/feature.ts';
import { parkedCallsFeature } from './features/parked-calls/feature.ts';
import { phonesFeature } from './features/phones/feature.ts';
import { presenceConnectorFeature } from './features/presence-connector/feature.ts';
import { queueBoardFeature } from './features/queue-board/feature.ts';
import { smartAnswersFeature } from './features/smart-answers/feature.ts';
import { soundsFeature } from './features/sounds/feature.ts';
import { statisticsFeature } from './features/statistics/feature.ts';
import { readToday } from './features/statistics/read-today.ts';
import { readTotals } from './features/statistics/read-totals.ts';
import { userPicturesFeature } from './features/user-pictures/feature.ts';
import { webhooksFeature } from './features/webhooks/feature.ts';
import { postSigned } from './features/webhooks/post-signed.ts';
import { newSecret } from './features/webhooks/signature.ts';
import { openIntegrations } from './integrations/integrations.ts';
import { forgetOldBackups } from './kept-backups.ts';
import type { MailServers } from './mail/mail-servers.ts';
import { privateHosts } from './network/private-hosts.ts';
import { postToWebhooks } from './post-to-webhooks.ts';
import { presenceAtMicrosoft } from './presence-at-microsoft.ts';
import type { Audience } from './realtime/audience.ts';
import type { Publisher } from './realtime/publisher.ts';
import type { Feature } from './requests/feature.ts';
import { answersFolder, soundFiles, voicemailsFolder } from './sound/sound-files.ts';
import { transcriptFiles, transcriptsFolder } from './storage/transcript-files.ts';
import { vconSigner } from './vcon/signing-key.ts';

/** What features are made of, besides what the API is started with. */
interface Ground extends ApiDeps {
  /** Of the program that runs. */
  readonly version: string;
  readonly names: OwnNames;
  /** Whose clients hear events now. */
  readonly audience: Audience;
  readonly tellUser: Publisher['tellUser'];
  onTrouble(error: unknown): void;
  readonly desks: ChannelDesks;
  /** By which server mail of an account goes out. */
  readonly mail: MailServers;
}

/** Every feature of the server that speaks HTTP. They stop in this order. */
export const apiFeatures = (ground: Ground): Feature[] => [
  ...companyFeatures(ground),
  ...callFeatures(ground),
  ...soundFeatures(ground),
  ...contactFeatures(ground),
];

function companyFeatures(ground: Ground): Feature[] {
  const { config, db, box, far, jobs, log, backups, aiServices = noServices } = ground;
  const { dataDir } = config;
  return [
    administrationFeature(administrationDeps(ground, ground.names, ground.desks.presence, ground.mail)),
    accountFeature({
      db,
      music: holdMusic(holdMusicFolder(dataDir), far?.of('hold-music')),
      presence: ground.desks.presence,
    }),
    announcementsFeature({ db, files: announcementFiles(announcementsFolder(dataDir), far?.of('announcements')) }),
    userPicturesFeature(db),
    channelsFeature({ db, ...ground.desks }),
    guardsFeature(db),
    healthFeature(healthOf(ground)),
    noticesOf(ground),
    auditStreamsOf(ground),
    infoBannersFeature(db),
    feedbackFeature({ db, dataDir, far, log: log.child({ room: 'feedback' }) }),
    analyticsFeature({ to: config.analytics, log: log.child({ room: 'analytics' }) }),
    smartAnswersFeature(db),
    customWordsFeature(db),
    chatFeature({ db, jobs, services: aiServices, log: log.child({ room: 'ai-chat' }) }),
    { answers: sayTextAnswers({ services: aiServices, log: log.child({ room: 'voice' }) }) },
    aiSetupFeature({ db, box, privateHosts: config.aiPrivateHosts, providers: aiServices.open }),
    aiModelsFeature({
      db,
      jobs,
      dataDir,
      from: config.models,
      privateHosts: config.aiPrivateHosts,
      log: log.child({ room: 'models' }),
    }),
    contentFeature({ folder: join(import.meta.dirname, '../../..'), version: ground.version }),
    {
      sweeps: [
        {
          name: 'old backups',
          run: async () => backups && (await forgetOldBackups(db, backups)),
        },
      ],
    },
  ];
}

const healthOf = (ground: Ground) => ({ db: ground.db, machine: machineOf(ground), queued: ground.exchange.board });

/** What the server sends by itself: alarms, as the health page knows them, and reports of calls. */
function noticesOf(ground: Ground): Feature {
  const { config, db, box, jobs, log, mail: servers } = ground;
  const receivers = postToWebhooks(config.webhookPrivateHosts);
  return noticesFeature({
    db,
    box,
    jobs,
    servers,
    post: (posting, signal) => postSigned(receivers.post, posting, signal),
    close: receivers.close,
    hosts: privateHosts(config.webhookPrivateHosts),
    newSecret,
    node: config.nodeName,
    readHealth: (accountId, now) => readHealth(healthOf(ground), accountId, now),
    readTotals,
    origin: config.publicUrl ?? null,
    host: hostOf(config),
    patience: { beginSeconds: config.alarmAfterSeconds, endSeconds: 2 * config.alarmAfterSeconds },
    // A look or two before anybody is notified.
    everyMs: Math.min(30, Math.max(1, config.alarmAfterSeconds / 2)) * 1000,
    log: log.child({ room: 'notices' }),
  });
}

/** Where companies have their audit log sent. */
function auditStreamsOf({ config, db, box, jobs, log }: Ground): Feature {
  const receivers = postToWebhooks(config.webhookPrivateHosts);
  return auditStreamsFeature({
    db,
    box,
    jobs,
    post: (posting, signal) => postSigned(receivers.post, posting, signal),
    close: receivers.close,
    hosts: privateHosts(config.webhookPrivateHosts),
    newSecret,
    host: hostOf(config),
    node: config.nodeName,
    everyMs: 2_000,
    log: log.child({ room: 'audit log' }),
  });
}

/** What the server knows of itself. */
const machineOf = ({ config, far, checks = {}, tls, refusedCertificate, backups, mail }: Ground) => ({
  dataDir: config.dataDir,
  sendsMail: (accountId: string) => mail.isSet(accountId),
  filesWaiting: far && (async (seconds: number) => (await far.waiting(seconds)).count),
  parts: { ...checks, ...(far && { files: () => far.blobs.check() }) },
  certificate: () => tls?.().cert,
  refusedCertificate: () => refusedCertificate?.() ?? null,
  backups: async () => (await backups?.list()) ?? [],
  backupStanding: () => (backups ?? noBackups).standing(),
});

function callFeatures(ground: Ground): Feature[] {
  const { config, db, box, feed, jobs, log, exchange, facts, audience, tellUser, onTrouble } = ground;
  return [
    callControlFeature(exchange.control),
    classicFeature({ db, ...exchange.classic, liveCalls: (userId) => exchange.ongoing?.of(userId) ?? [] }),
    ongoingCallsFeature(exchange.ongoing),
    callNoticesFeature({ facts, tellUser, onTrouble }),
    callRecordsFeature({ db, sipTraceDays: config.sipTraceDays }),
    callReportsFeature(db),
    queueBoardFeature({
      db,
      presence: ground.desks.presence,
      calls: exchange.board,
      readToday,
      callBacks: exchange.callBacks,
      supervised: exchange.supervised,
      supervision: exchange.supervision,
    }),
    parkedCallsFeature(exchange.parked),
    conferenceRoomsFeature({
      db,
      rooms: exchange.rooms,
      steerRoom: (...given) => exchange.steerRoom?.(...given) ?? false,
    }),
    statisticsFeature({ db, readWaiting: readWaitingCalls }),
    clickToDialFeature({ db, tellUser, signInsOf: audience.signInsOf }),
    devicesFeature({ db, box, ice: config.ice }),
    phonesFeature({ db, audience, onTrouble }),
    presenceConnectorFeature({
      db,
      box,
      feed,
      jobs,
      log: log.child({ room: 'presence' }),
      ...presenceAtMicrosoft(config),
    }),
  ];
}

function soundFeatures(ground: Ground): Feature[] {
  const { config, db, box, jobs, facts, log, exchange, aiServices = noServices } = ground;
  const { dataDir, webhookPrivateHosts: privateHosts } = config;
  const sounds = soundsFeature({ db, dataDir, far: ground.far, log });
  const host = hostOf(config);
  const receivers = postToWebhooks(privateHosts);
  const webhooks = webhooksFeature({
    db,
    box,
    jobs,
    privateHosts,
    post: receivers.post,
    host,
    close: receivers.close,
    log: log.child({ room: 'webhooks' }),
  });
  // A signed document names no place but ours, whatever host the request says.
  const soundsOf: typeof sounds.linked = async (caller, call, origin) =>
    ground.names.isOwnOrigin(origin) ? await sounds.linked(caller, call, origin) : [];
  return [
    sounds.feature,
    inboxFeature({
      db,
      vcons: { sourceOf: vconSources(db, host), signer: vconSigner(db, box, host), soundsOf },
      log: log.child({ room: 'documents' }),
    }),
    documentationFeature({
      db,
      recordings: sounds.kept.recordings,
      voicemails: sounds.kept.voicemails,
      captures: sounds.kept.captures,
      async endWork(trx, call) {
        await endDocumentation(jobs, trx, call);
        await webhooks.endOf(trx, call);
      },
      endAnswers: (trx, call) => endAnswers(jobs, trx, call),
      endReaders: (trx, call) => endReaders(jobs, trx, call),
      log: log.child({ room: 'documentation' }),
    }),
    aiFeature({
      db,
      jobs,
      facts,
      dataDir,
      far: ground.far,
      services: aiServices,
      appendToNote,
      handOn: webhooks.offer,
      steerCapture: async (...given) => await exchange.steerCapture?.(...given),
      log: log.child({ room: 'ai' }),
    }),
    ...askedCallers(ground),
    webhooks.feature,
    mailOf(ground),
  ];
}

/** What callers answer to call assistants. */
function askedCallers({ config: { dataDir }, db, far, jobs, log, aiServices = noServices }: Ground): Feature[] {
  const transcripts = transcriptFiles(transcriptsFolder(dataDir), far?.of('transcripts'));
  const answers = soundFiles(answersFolder(dataDir), far?.of('answers'));
  return [
    askedFeature({
      db,
      jobs,
      services: aiServices,
      store: heardAnswers({ db, files: answers, keepTranscript: transcripts.keep }),
      log: log.child({ room: 'call assistants' }),
    }),
    { sweeps: [{ name: 'answers of callers', run: () => sweepAnswers(db, answers) }] },
  ];
}

/** What users are mailed of calls, by the mail server of their account or that of the operator. */
const mailOf = ({ config, db, box, far, jobs, facts, log, mail: servers }: Ground): Feature =>
  mailFeature({
    db,
    box,
    jobs,
    facts,
    servers,
    hosts: privateHosts(config.mailPrivateHosts),
    operatorFrom: config.mail?.from ?? null,
    voicemails: soundFiles(voicemailsFolder(config.dataDir), far?.of('voicemails')),
    origin: config.publicUrl ?? null,
    host: hostOf(config),
    mostPerHour: mostMailsPerHour,
    log: log.child({ room: 'mail' }),
  });

/** More than a busy company needs, and too few for somebody who floods an account with calls to have its mail server barred. */
const mostMailsPerHour = 500;

/** The host that others know this server by, as the operator says, else the machine. */
const hostOf = ({ publicUrl }: Config): string =>
  publicUrl === undefined ? hostname().toLowerCase() : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');

function contactFeatures({ config, db, box, far, feed, jobs, facts, log, syncRhythm }: Ground): Feature[] {
  const integrations = openIntegrations({
    db,
    box,
    builtIn: [ownBook],
    privateHosts: config.integrationPrivateHosts,
    places: config,
    signIns: { clients: config.integrationClients, publicUrl: config.publicUrl },
    rhythm: syncRhythm,
    log: log.child({ room: 'integrations' }),
  });
  return [
    contactFilesFeature({
      db,
      jobs,
      node: config.nodeName,
      dataDir: config.dataDir,
      far,
      log: log.child({ room: 'contact-files' }),
    }),
    contactsFeature({
      db,
      writer: integrations.writer,
      callsWith: (channelIds, contactId) => callsOfThread(channelIds, { kind: 'contact', contactId }),
    }),
    blockedCallersFeature(db),
    favoritesFeature({ db, findContacts: findById }),
    callLogsFeature({
      db,
      box,
      jobs,
      facts,
      feed,
      crm: integrations.crm,
      origin: config.publicUrl ?? null,
      log: log.child({ room: 'crm-log' }),
    }),
    integrations,
  ];
}
