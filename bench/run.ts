// npm run bench                  every benchmark
// npm run bench -- ringing live  only these
// npm run bench -- calls         a thousand calls through one tab; twenty minutes, so only when asked for
import { cpus, loadavg } from 'node:os';
import { ownSidetone } from '../e2e/world/own-sidetone.ts';
import { measureBundle } from './bundle.ts';
import { measureChat } from './chat.ts';
import { measureConference } from './conference.ts';
import { measureContacts } from './contacts.ts';
import { measureCrm } from './crm/first-reading.ts';
import { measureCrmLogs } from './crm/logs.ts';
import { measureDocumentation } from './documentation.ts';
import { measureErasing } from './erasing.ts';
import { measureGrowth } from './exchange/growth.ts';
import { measureOverload } from './exchange/overload.ts';
import { measureExchange } from './exchange.ts';
import { type Figure, tableOf } from './figures.ts';
import { measureInbox } from './inbox.ts';
import { measureInboxScroll } from './inbox-scroll.ts';
import { measureLiveWrite } from './live-write.ts';
import { measureLoad } from './load.ts';
import { measureLongCall } from './long-call.ts';
import { measureMainThread } from './main-thread.ts';
import { measureMedia } from './media.ts';
import { measureMediaPool } from './media-pool.ts';
import { measureWebRtcMedia } from './media-webrtc.ts';
import { measureMicrophone } from './microphone.ts';
import { measureRegistrations } from './registrations.ts';
import { measureRinging } from './ringing.ts';
import { measureSrtp } from './srtp.ts';
import { measureStatistics } from './statistics.ts';
import { measureThousandCalls } from './thousand-calls.ts';
import { measureTorture } from './torture.ts';
import { measureWrongDoor } from './wrong-door.ts';

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

/** Those that measure a whole Sidetone, which is started for them alone. */
const ofServer = [
  'bundle',
  'load',
  'main-thread',
  'ringing',
  'live',
  'inbox',
  'contacts',
  'inbox-scroll',
  'torture',
  'registrations',
  'exchange',
  'overload',
  'growth',
  'microphone',
] as const;
const figures: Figure[] = [];
// What else runs on the machine: readers of the figures have to know.
const [loadBefore = 0] = loadavg();
if (ofServer.some(isWanted) || wanted.includes('calls')) {
  const sidetone = await ownSidetone({ startedBy: 'npm' });
  try {
    const people = await sidetone.signIns();
    if (isWanted('bundle')) figures.push(...(await measureBundle(sidetone, people)));
    if (isWanted('load')) figures.push(...(await measureLoad(sidetone, people)));
    if (isWanted('main-thread')) figures.push(...(await measureMainThread(sidetone, people)));
    if (isWanted('ringing')) figures.push(...(await measureRinging(sidetone, people)));
    if (isWanted('live')) figures.push(...(await measureLiveWrite(sidetone, people)));
    if (isWanted('inbox')) figures.push(...(await measureInbox(sidetone, people)));
    if (isWanted('contacts')) figures.push(...(await measureContacts(sidetone, people)));
    if (isWanted('inbox-scroll')) figures.push(...(await measureInboxScroll(sidetone, people)));
    if (isWanted('torture')) figures.push(...(await measureTorture(sidetone)));
    if (isWanted('registrations')) figures.push(...(await measureRegistrations(sidetone, people)));
    if (isWanted('exchange')) figures.push(...(await measureExchange(sidetone, people)));
    if (isWanted('overload')) figures.push(...(await measureOverload(sidetone, people)));
    if (isWanted('growth')) figures.push(...(await measureGrowth(sidetone, people)));
    if (isWanted('microphone')) figures.push(...(await measureMicrophone(sidetone, people)));
    if (wanted.includes('calls')) figures.push(...(await measureThousandCalls(sidetone, people)));
  } finally {
    await sidetone.dispose();
  }
}
if (isWanted('crm')) figures.push(...(await measureCrm()), ...(await measureCrmLogs()));
if (isWanted('srtp')) figures.push(...measureSrtp());
if (isWanted('conference')) figures.push(...(await measureConference()));
if (isWanted('media-pool')) figures.push(...(await measureMediaPool()));
if (isWanted('media')) figures.push(...(await measureMedia()), ...(await measureWebRtcMedia()));
if (isWanted('statistics')) figures.push(...(await measureStatistics()));
// Many minutes, so only when asked for.
if (wanted.includes('erasing')) figures.push(...(await measureErasing()));
if (isWanted('wrong-door')) figures.push(...(await measureWrongDoor()));
if (isWanted('chat')) figures.push(...(await measureChat()));
if (isWanted('documentation')) figures.push(...(await measureDocumentation()), ...(await measureLongCall()));
const [cpu] = cpus();
console.log(
  `\n${cpus().length} × ${cpu?.model.trim()}, ${process.platform}, Node ${process.version}; load before it began ${loadBefore.toFixed(1)}\n`,
);
console.log(tableOf(figures));
