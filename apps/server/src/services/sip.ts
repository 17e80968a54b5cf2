import { clockAwake } from '../cell/awake.ts';
import type { Move } from '../cell/homes.ts';
import { onceSure } from '../cell/once-sure.ts';
import { credentials } from '../exchange-memory/credentials.ts';
import { openDialogStore } from '../exchange-memory/dialog-store.ts';
import { openRegistrationStore } from '../exchange-memory/registration-store.ts';
import { openTraceStore } from '../exchange-memory/trace-store.ts';
import { watchedBy } from '../exchange-memory/watched.ts';
import { phoneFeatureDesk } from '../features/channels/phone-features.ts';
import { rememberedCredentials } from '../features/devices/remembered-credentials.ts';
import { hearWithdrawnDevices } from '../features/devices/withdrawn-devices.ts';
import { guardKeeper } from '../features/guards/guard-keeper.ts';
import { hearPhones } from '../features/phones/hear-phones.ts';
import { phoneStore, registerHere } from '../features/phones/sip-accounts.ts';
import { waitingMessages, whoHears } from '../features/sounds/waiting.ts';
import { hearTrunks } from '../features/trunks/hear-trunks.ts';
import { trunkStore } from '../features/trunks/trunk-store.ts';
import { hearPhoneFeatures } from '../hear-phone-features.ts';
import { hearVoicemails } from '../hear-voicemails.ts';
import { hearWatched } from '../hear-watched.ts';
import { privateHosts } from '../network/private-hosts.ts';
import { trustedProxies } from '../network/trusted-proxies.ts';
import type { ownCertificate } from '../own-certificate.ts';
import type { Sip } from '../pbx/sip/start-sip.ts';
import { startSip } from '../pbx/sip/start-sip.ts';
import { systemClock as clock } from '../pbx/system-clock.ts';
import { reachOfPhones } from '../reach-of-phones.ts';
import { readAuthorities } from '../tls/server-certificate.ts';
import type { Boards } from './boards.ts';
import type { ServicesGround } from './ground.ts';
import { openInviteGate } from './invite-gate.ts';
import { ofThisNode, sipHomes } from './sip-homes.ts';

/** Starts SIP with what it keeps in the database, and has it follow changes there. */
export async function startSipSide(
  ground: ServicesGround,
  { forSip, lamps, pace }: Pick<ReturnType<typeof ownCertificate>, 'forSip'> & Pick<Boards, 'lamps' | 'pace'>,
): Promise<Sip> {
  const { config, db, box, feed, facts, log, owner, isTrustedProxy } = ground;
  await registerHere(db, ownSipAddress(config.host, config.sipPort), owner.node);
  const trunks = await trunkStore(db, box, privateHosts(config.integrationPrivateHosts), owner.node);
  const phones = await phoneStore(db, box, reachOfPhones(config), owner.node);
  const { sipTlsPort } = config;
  const keeper = guardKeeper({
    db,
    feed,
    onTrouble: (error) => log.warn({ err: error }, 'guards: writing bans and refusals failed, trying later'),
  });
  ground.keep('bans and refusals', () => keeper.stop());
  const known = credentials(db, box);
  const remembered = rememberedCredentials(known, feed);
  ground.keep('credentials', async () => remembered.stop());
  const gate = await openInviteGate({
    db,
    feed,
    pace,
    onTrouble: (error) => log.warn({ err: error }, 'emergency numbers: reading them failed'),
  });
  const isEdge = trustedProxies(config.sipEdge);
  const sip = await startSip({
    config: {
      ...config,
      isTrustedProxy: (address) => isTrustedProxy(address) || isEdge(address),
      ownNameTowards: (address) => (isEdge(address) ? owner.node : undefined),
      tls: forSip && sipTlsPort !== undefined ? { port: sipTlsPort, ...forSip.current() } : undefined,
      authorities: config.sipTlsCaFile === undefined ? [] : [readAuthorities(config.sipTlsCaFile)],
    },
    guardKeeper: keeper,
    credentials: ofThisNode({ ...remembered, ha1sOf: known.ha1sOf }, ground.homes),
    homes: sipHomes(db, ground.homes, isEdge),
    peers: ground.peers,
    registrations: onceSure(openRegistrationStore(db, owner), owner.sure),
    dialogs: onceSure(openDialogStore(db, owner), owner.sure),
    phones: phones,
    trunks,
    messagesOf: (userId) => waitingMessages(db, userId),
    lamps,
    gate,
    steps: ground.steps,
    watchedBy: (accountId, extensions) => watchedBy(db, accountId, extensions),
    features: phoneFeatureDesk(db),
    traces: config.sipTraceDays === 0 ? undefined : openTraceStore(db),
    clock: clockAwake(clock, owner.whenAwake),
    whenAwake: owner.whenAwake,
    log: log.child({ room: 'sip' }),
  });
  ground.keep('sip', () => sip.stop());
  forSip?.follow(sip.useCertificate);
  followChanges(ground, sip, trunks);
  followMoves(ground, sip, phones);
  sip.onRegistrationChange((change) => facts.announce('registration.changed', change));
  return sip;
}

/** Tells SIP of devices, phones, trunks and voicemails that change in the database. */
function followChanges(
  { db, feed, log }: ServicesGround,
  sip: Sip,
  trunks: Pick<Awaited<ReturnType<typeof trunkStore>>, 'idsOf'>,
): void {
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
  hearWatched(feed, sip.watchedChanged);
  hearPhoneFeatures(feed, sip.featuresChanged);
  const trunkStays = (error: unknown) => log.warn({ err: error }, 'trunks: refreshing failed');
  hearTrunks(feed, trunks.idsOf, (trunkId) => void sip.refreshTrunk(trunkId).catch(trunkStays), trunkStays);
}

/** Gives up what belongs to companies that go to another carrier, and takes up what belongs to those that come. */
function followMoves(
  { db, config, homes, log }: ServicesGround,
  sip: Sip,
  phones: Pick<Awaited<ReturnType<typeof phoneStore>>, 'idsOf'>,
): void {
  const follow = async ({ accountId, from, to }: Move): Promise<void> => {
    if (to === homes.node) await registerHere(db, ownSipAddress(config.host, config.sipPort), homes.node);
    if (from === homes.node) {
      const users = await db.selectFrom('users').select('id').where('account_id', '=', accountId).execute();
      await sip.closeFlowsOf({ userIds: new Set(users.map(({ id }) => id)) });
    }
    // Trunks hear of changes of their companies by themselves.
    for (const phoneId of await phones.idsOf(accountId)) await sip.refreshPhone(phoneId);
  };
  homes.onMove((move) => {
    if (move.from !== homes.node && move.to !== homes.node) return;
    log.info(move, 'homes: a company moves');
    follow(move).catch((error) => log.warn({ err: error, ...move }, 'homes: following a move failed'));
  });
}

/** How this machine reaches its own SIP port. */
const ownSipAddress = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `127.0.0.1:${port}`;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
};
