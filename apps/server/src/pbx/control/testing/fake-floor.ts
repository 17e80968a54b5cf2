import { menuSettings } from '@sidetone/contract/entities/voice-menu.ts';
import { pino } from 'pino';
import { busyBoard } from '../../busy-board.ts';
import type { LegOrder } from '../../calls/legs.ts';
import { FakeClock, settle } from '../../calls/testing/fake-clock.ts';
import { FakeLegs } from '../../calls/testing/fake-legs.ts';
import { type Exchange, startExchange } from '../../exchange.ts';
import { liveRooms } from '../../live-rooms.ts';
import { FakeMedia } from '../../media/fake-media.ts';
import { type OngoingBoard, type OngoingRow, ongoingBoard } from '../../ongoing-board.ts';
import type { DirectoryPagingGroup } from '../../paging-groups.ts';
import { type ParkRules, parkedCalls } from '../../parked-calls.ts';
import type {
  BlockedCallers,
  Directory,
  DirectoryChannel,
  DirectoryRoom,
  DirectoryUser,
  OutboundPolicy,
  OutsideLine,
  OutsideLines,
} from '../../ports.ts';
import { queueBoard } from '../../queue-board.ts';
import { supervisionBoard } from '../../supervision.ts';
import type { RecordingDesk, RecordingParts } from '../recording/recording-desk.ts';
import { FakeAgents } from './fake-agents.ts';
import { FakeAnnouncements } from './fake-announcements.ts';
import { FakeAssistants } from './fake-assistants.ts';
import { FakeBook } from './fake-book.ts';
import { FakeBots } from './fake-bots.ts';
import { FakeCallBacks } from './fake-call-backs.ts';
import { FakeOwnLines } from './fake-own-lines.ts';
import { FakeSupervisions } from './fake-supervisions.ts';
import { FakeVoicemails } from './fake-voicemails.ts';

const offer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

/** Extension and name of everybody; each has a desk phone and a private channel `c-<name>`. */
const extensions = { anna: '11', ben: '12', cleo: '13', dora: '14' } as const;
export type Person = keyof typeof extensions;
const people = Object.keys(extensions) as Person[];

const user = (person: Person): DirectoryUser => ({
  userId: `w${person}`,
  accountId: 's1',
  displayName: person,
  isDnd: false,
  privateChannelId: `c-${person}`,
  extension: extensions[person],
  number: null,
  country: 'DE',
  areaCode: '30',
});
const channel = (person: Person): DirectoryChannel => ({
  channelId: `c-${person}`,
  accountId: 's1',
  type: 'private',
  name: null,
  ringSeconds: 20,
  members: [{ userId: `w${person}`, displayName: person, dialedIn: true, isDnd: false }],
  ownerUserId: `w${person}`,
  extension: extensions[person],
  number: null,
});
const find = (which: (person: Person) => boolean) => {
  const person = people.find(which);
  return person === undefined ? null : person;
};
const directoryOf = (queues: ReadonlyMap<string, DirectoryChannel>): Directory => ({
  userById: async (userId) => {
    const person = find((each) => `w${each}` === userId);
    return person && user(person);
  },
  async channelByExtension(_account, extension) {
    const queue = [...queues.values()].find((each) => each.extension === extension);
    if (queue) return queue;
    const person = find((each) => extensions[each] === extension);
    return person && channel(person);
  },
  channelByNumber: async (e164) => [...queues.values()].find(({ number }) => number === e164) ?? null,
  async channelById(channelId) {
    const queue = queues.get(channelId);
    if (queue) return queue;
    const person = find((each) => `c-${each}` === channelId);
    return person && channel(person);
  },
  isMember: async (channelId, userId) =>
    queues.get(channelId)?.members.some((member) => member.userId === userId) ?? channelId === `c-${userId.slice(1)}`,
  callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: 'music.wav', locale: 'de' }),
  announcementFile: async (_account, announcementId) => (announcementId === 'gone' ? null : `/${announcementId}.wav`),
});

export const music = { file: 'music.wav', loop: true };

/** A leg as a person holds it in their hand. */
export interface Handset {
  readonly legId: string;
  readonly callId: string;
}

/** An exchange among four people, with everything but SIP, sound and time being real. */
export class FakeFloor {
  readonly legs = new FakeLegs();
  readonly media: FakeMedia;
  readonly book: FakeBook;
  readonly clock = new FakeClock();
  /** Channels besides the people's own, which a test may change. */
  readonly queues = new Map<string, DirectoryChannel>();
  readonly agents = new FakeAgents();
  readonly voicemails = new FakeVoicemails();
  readonly ownLines = new FakeOwnLines();
  readonly announcements = new FakeAnnouncements();
  readonly assistants = new FakeAssistants();
  readonly bots = new FakeBots();
  readonly board = queueBoard();
  /** Live calls as their users see them. */
  readonly rows = new Map<string, OngoingRow>();
  readonly busy = busyBoard();
  readonly ongoing: OngoingBoard = {
    ...ongoingBoard(),
    show: (row) => void this.rows.set(row.id, row),
    forget: (id) => void this.rows.delete(id),
  };
  readonly callBacks: FakeCallBacks;
  /** For how long calls of queues keep a member; null: nobody knows. */
  callSeconds: number | null = null;
  readonly parked = parkedCalls();
  readonly supervisions = new FakeSupervisions();
  readonly supervised = supervisionBoard();
  /** Conference rooms by their channels, which a test adds to `queues` as well. */
  readonly rooms = new Map<string, DirectoryRoom>();
  readonly people = liveRooms();
  /** Paging groups by their numbers. */
  readonly pages = new Map<string, DirectoryPagingGroup>();
  /** The company lets colleagues call in. */
  intercom = false;
  /** The company lets users take what rings a colleague alone. */
  picksUpColleagues = false;
  /** Where calls are parked, which a test may set; else as at first. */
  parking: ParkRules | undefined;
  /** Who pauses in which queue by telephone; `null` for all. */
  readonly pauses = new Set<string | null>();
  /** Voice menus, as the contract reads them. */
  readonly menus = new Map<string, Record<string, unknown>>();
  /** Trunks by which calls leave, the first one first, and those for help; a test adds them. */
  readonly trunks: OutsideLine[] = [];
  readonly helpTrunks: OutsideLine[] = [];
  /** Companies at home at other nodes, and the line that each asks for next; null: nobody carries its node. */
  readonly elsewhere = new Map<string, (OutsideLine | null)[]>();
  /** Guards calls outside, where a test sets it before the floor opens. */
  policy: OutboundPolicy | undefined;
  blocked: BlockedCallers | undefined;
  /** Where recordings are kept, where a test sets it before the floor opens. */
  recordings: ((parts: RecordingParts) => RecordingDesk) | undefined;
  exchange!: Exchange;
  /** What the exchange reads people and channels from. */
  directory!: Directory;
  #count = 0;

  constructor(media = new FakeMedia(), book = new FakeBook(), callBacks = new FakeCallBacks()) {
    this.media = media;
    this.book = book;
    this.callBacks = callBacks;
  }

  /** Signalling dies without a word and starts again; audio and the book are as they were. */
  async reborn(prepare: (legs: FakeLegs) => void = () => {}): Promise<FakeFloor> {
    const next = new FakeFloor(this.media, this.book, this.callBacks);
    for (const [channelId, room] of this.rooms) next.rooms.set(channelId, room);
    return await FakeFloor.open(next, prepare);
  }

  static async open(floor = new FakeFloor(), prepare: (legs: FakeLegs) => void = () => {}): Promise<FakeFloor> {
    prepare(floor.legs);
    for (const person of people) floor.legs.register(`w${person}`, 'rtp', `p-${person}`);
    const { legs, media, book, clock, agents, voicemails } = floor;
    const base = directoryOf(floor.queues);
    const directory: Directory = {
      ...base,
      pagingGroup: async (_account, number) => floor.pages.get(number) ?? null,
      async voiceMenu(_account, menuId) {
        const menu = floor.menus.get(menuId);
        return menu ? { menuId, name: menuId, ...menuSettings.parse(menu) } : null;
      },
      async extensionsFrom(_account, digits) {
        const person = find((each) => extensions[each] === digits);
        const hasLonger = people.some((each) => extensions[each].startsWith(digits) && extensions[each] !== digits);
        return { channelId: person && `c-${person}`, hasLonger };
      },
      spelledNames: async () => people.map((each) => ({ channelId: `c-${each}`, firstName: '', lastName: each })),
      onlyQueueOf: async () => (floor.queues.size === 1 ? ([...floor.queues.keys()][0] ?? null) : null),
      async holdChannel(_user, channelId, state) {
        const channel = floor.queues.get(channelId);
        if (!channel?.routing) return;
        const held = state && { state, until: null };
        floor.queues.set(channelId, { ...channel, routing: { ...channel.routing, held } });
      },
      async switchPause(_user, channelId) {
        if (floor.pauses.delete(channelId)) return 'resumed';
        floor.pauses.add(channelId);
        return 'paused';
      },
      async callSettings(accountId) {
        const { intercom, picksUpColleagues } = floor;
        const settings = { ...(await base.callSettings(accountId)), intercom, picksUpColleagues };
        return { ...settings, ...(floor.parking && { parking: floor.parking }) };
      },
      isElsewhere: (accountId) => floor.elsewhere.has(accountId),
      conferenceRoom: async (_account, channelId) => floor.rooms.get(channelId) ?? null,
      callSeconds: async () => floor.callSeconds,
      hasQuestions: async (_account, assistantId) => floor.assistants.scripts.has(assistantId),
      botOf: async (_account, assistantId) => floor.bots.standing(assistantId),
      askedAnnouncement: (...given) => floor.announcements.askedAnnouncement(...given),
    };
    floor.directory = directory;
    const lines: OutsideLines = {
      waysOut: async () => [...floor.trunks],
      emergencyWays: async () => [...floor.helpTrunks],
      wayToCompany: async (accountId) => floor.elsewhere.get(accountId)?.shift() ?? null,
      placeOf: async () => ({ country: 'DE', areaCode: '30' }),
      chosenSender: async () => null,
      mayShow: async () => false,
      mainNumber: async () => '+4930555000',
      emergencyAddress: async () => null,
    };
    const announce = { callRinging: () => {}, callEstablished: () => {}, callEnded: () => {} };
    floor.exchange = await startExchange({
      ways: [{ takes: () => true, legs }],
      media,
      directory,
      book,
      announce,
      clock,
      agents,
      voicemails,
      ownLines: floor.ownLines,
      announcements: floor.announcements,
      assistants: floor.assistants,
      bots: floor.bots,
      board: floor.board,
      ongoing: floor.ongoing,
      busy: floor.busy,
      callBacks: floor.callBacks,
      parked: floor.parked,
      supervisions: floor.supervisions,
      supervised: floor.supervised,
      rooms: floor.people,
      lines,
      ...(floor.policy && { policy: floor.policy }),
      ...(floor.blocked && { blocked: floor.blocked }),
      ...(floor.recordings && { recordings: floor.recordings }),
      log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    });
    return floor;
  }

  /** Dials, and gives the caller's leg. */
  async dial(from: Person, to: Person | string, sessionId?: string): Promise<Handset> {
    this.#count += 1;
    const handset = { legId: `${from}-${this.#count}`, callId: `sip-${from}-${this.#count}` };
    this.legs.tell({
      type: 'invited',
      legId: handset.legId,
      sipCallId: handset.callId,
      ...(sessionId === undefined ? {} : { sessionId }),
      from: { endpointId: `p-${from}`, accountId: 's1', userId: `w${from}`, kind: 'phone' },
      called: extensions[to as Person] ?? to,
      media: 'rtp',
      address: '127.0.0.1',
      offer,
    });
    await settle();
    return handset;
  }

  /** A new page or device of this person takes the place of their leg. */
  async replace(person: Person, { legId }: Handset): Promise<Handset> {
    this.#count += 1;
    const handset = { legId: `${person}-${this.#count}`, callId: `sip-${person}-${this.#count}` };
    this.legs.tell({
      type: 'invited',
      legId: handset.legId,
      sipCallId: handset.callId,
      from: { endpointId: `p-${person}-new`, accountId: 's1', userId: `w${person}`, kind: 'phone' },
      called: '',
      media: 'rtp',
      address: '127.0.0.1',
      offer,
      replacesLegId: legId,
    });
    await settle();
    return handset;
  }

  /** The leg by which somebody's phone was rung last. */
  rung(person: Person): Handset {
    const invites = this.legs.of('invite').filter(({ target }) => {
      return target.kind === 'device' && target.contact.userId === `w${person}`;
    });
    const last = invites.at(-1);
    if (!last) throw new Error(`${person}'s phone never rang.`);
    return { legId: last.legId, callId: last.sipCallId };
  }

  async ring(person: Person): Promise<void> {
    this.legs.tell({ type: 'provisional', legId: this.rung(person).legId, status: 180 });
    await settle();
  }

  async pickUp(person: Person): Promise<Handset> {
    const handset = this.rung(person);
    this.legs.tell({ type: 'answered', legId: handset.legId, sdp: offer });
    await settle();
    return handset;
  }

  async refuse(person: Person, status = 486): Promise<void> {
    this.legs.tell({ type: 'refused', legId: this.rung(person).legId, status, phrase: 'Busy Here' });
    await settle();
  }

  async hangUp({ legId }: Handset): Promise<void> {
    this.legs.tell({ type: 'ended', legId });
    await settle();
  }

  /** Until these two talk. */
  async talk(from: Person, to: Person, sessionId?: string): Promise<readonly [Handset, Handset]> {
    const caller = await this.dial(from, to, sessionId);
    await this.ring(to);
    const callee = await this.pickUp(to);
    this.legs.tell({ type: 'acknowledged', legId: caller.legId });
    await settle();
    return [caller, callee];
  }

  /** What a leg was told, e.g. `bye`. */
  told({ legId }: Handset): string[] {
    return this.legs.orders
      .filter((order: LegOrder) => order.legId === legId && order.do !== 'identify' && order.do !== 'acknowledge')
      .map((order) => `${order.do}${'status' in order ? ` ${order.status}` : ''}`);
  }

  /** Who hears whom, by media endpoint: pairs and conferences, without those whom a hold silences. */
  heard(): string[][] {
    const groups = new Set<string>();
    for (const [id, endpoint] of this.media.endpoints) {
      if (endpoint.bridgedWith !== null) groups.add([id, endpoint.bridgedWith].sort().join(' '));
      if (endpoint.conference.length > 0) groups.add([...endpoint.conference].sort().join(' '));
    }
    return [...groups].map((group) => group.split(' ')).filter((group) => group.length > 1);
  }

  row(person: Person): OngoingRow | undefined {
    const rows = [...this.rows.values()].filter(({ userId }) => userId === `w${person}`);
    return rows.find(({ endedAt }) => endedAt === null) ?? rows.at(-1);
  }

  /** Everything is as before the first call. */
  async isQuiet(): Promise<boolean> {
    await this.clock.pass(60_000);
    return (
      this.exchange.activeCalls() === 0 &&
      this.media.endpoints.size === 0 &&
      this.rows.size === 0 &&
      this.clock.pending === 0
    );
  }
}
