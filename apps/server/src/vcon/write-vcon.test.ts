import { type InboxEvent, inboxEvent } from '@sidetone/contract/entities/inbox-event.ts';
import { terminationReasons } from '@sidetone/contract/rules/termination-reasons.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VconSource } from './source.ts';
import { vcon } from './vcon-schema.ts';
import { vconUuids } from './vcon-uuid.ts';
import { writeVcon } from './write-vcon.ts';

const nextUuid = vconUuids('phones.example.com');
const at = '2026-11-20T09:00:00.000Z';
const madeBy = { kind: 'model', service: 'openai', model: 'gpt-5', prompt: 'summary.v1', language: 'de', at } as const;

const call = {
  sessionId: 'session-1',
  onPhoneNumber: '+4930111111',
  remotePhoneNumber: '+4940222222',
  startedAt: '2026-11-20T08:00:00.250Z',
  establishedAt: '2026-11-20T08:00:05.000Z',
  terminatedAt: '2026-11-20T08:02:05.500Z',
  terminatedReason: 'HANGUP',
  direction: 'INCOMING',
  state: 'FINISHED',
} as const;
const missed = { ...call, establishedAt: null, terminatedReason: 'CANCELLED', state: 'MISSED' } as const;

const documented = {
  note: { status: 'success', content: '<p>Call back</p>', revision: 2, updatedAt: at },
  transcription: {
    status: 'success',
    madeBy: { kind: 'model', service: 'Deepgram', model: 'nova-3', at },
    items: [
      { id: 's1', speaker: 0, startTime: 0.5, endTime: 2, text: 'Guten Tag', sentiment: 0.4 },
      { id: 's2', speaker: 1, startTime: 2.5, endTime: 4, text: 'Wir liefern am Freitag' },
    ],
  },
  summary: { status: 'success', madeBy, text: 'Lieferung am Freitag', evidence: { text: ['s2'] } },
  callHeadline: { status: 'success', madeBy, text: 'Lieferung', evidence: ['s2'] },
  actionItem: {
    status: 'success',
    madeBy: { kind: 'basic', at },
    items: [{ id: 'a1', text: 'Liefern', by: 1, due: '2026-11-27', evidence: ['s2'] }],
  },
  smallTalk: {
    status: 'success',
    items: [
      { id: 't1', topic: 'Wetter', description: 'Regen', evidence: ['s1'] },
      { id: 't2', topic: 'Hund', description: 'Rex', dismissed: true },
    ],
  },
  smartAnswers: {
    status: 'success',
    items: [
      { questionId: 'q1', question: 'Wann?', answer: 'Freitag', userId: 'w1', createdAt: at, evidence: ['s2'] },
      { questionId: 'q2', question: 'Wo?', answer: null },
    ],
  },
};

const eventOf = (given: object = {}, documentation: object = {}): InboxEvent =>
  inboxEvent.parse({
    id: 'event-1',
    channelId: 'channel-1',
    day: '2026-11-20',
    contactId: null,
    unresolved: false,
    owner: 'w1',
    call: { ...call, ...given },
    documentation,
  });

const written = (event: InboxEvent, more: Partial<VconSource> = {}) =>
  writeVcon({
    event,
    ours: { userId: 'w1', name: 'Anna Berg', company: 'Berg & Co', channel: 'Sales' },
    theirs: { name: 'Nora Bell', organization: 'Bell Ltd', isTeam: false, userId: null },
    host: 'phones.example.com',
    uuid: nextUuid(),
    createdAt: new Date(at),
    ...more,
  });

const analysis = (it: ReturnType<typeof written>, schema: string) =>
  it.analysis?.find((one) => one.schema === `sidetone-${schema}-1`);

describe('a call that was answered', () => {
  test('has both parties, ours first, and says who called', () => {
    const { parties, dialog, extensions, created_at, uuid } = written(eventOf());
    expect(parties).toEqual([
      {
        tel: '+4930111111',
        name: 'Anna Berg',
        validation: 'login',
        uuid: 'w1',
        type: 'person',
        org: 'Berg & Co',
        dept: 'Sales',
        role: 'agent',
      },
      { tel: '+4940222222', name: 'Nora Bell', validation: 'none', org: 'Bell Ltd', role: 'customer' },
    ]);
    expect(dialog).toEqual([
      {
        type: 'recording',
        start: '2026-11-20T08:00:05Z',
        duration: 120.5,
        parties: [0, 1],
        originator: 1,
        application: 'Sidetone',
      },
    ]);
    expect(extensions).toEqual(['CC']);
    expect(created_at).toBe('2026-11-20T09:00:00Z');
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('has our side as the one who called, where we did', () => {
    expect(written(eventOf({ direction: 'OUTGOING' })).dialog[0]).not.toHaveProperty('originator');
  });

  test('has what was made of it, with its maker and its evidence', () => {
    const it = written(eventOf({}, documented));
    expect(it.subject).toBe('Lieferung');
    expect(it.analysis?.map(({ type, schema }) => `${type} ${schema}`)).toEqual([
      'transcript sidetone-transcript-1',
      'sentiment sidetone-sentiment-1',
      'summary sidetone-summary-1',
      'report sidetone-headline-1',
      'report sidetone-action-items-1',
      'report sidetone-small-talk-1',
      'report sidetone-answers-1',
    ]);
    expect(analysis(it, 'transcript')).toMatchObject({ vendor: 'Deepgram', product: 'nova-3', dialog: 0 });
    expect(analysis(it, 'transcript')?.body).toEqual({
      items: [
        { id: 's1', party: 0, start: 0.5, end: 2, text: 'Guten Tag' },
        { id: 's2', party: 1, start: 2.5, end: 4, text: 'Wir liefern am Freitag' },
      ],
      madeAt: at,
    });
    expect(analysis(it, 'sentiment')?.body).toMatchObject({ items: [{ id: 's1', party: 0, sentiment: 0.4 }] });
    expect(analysis(it, 'summary')?.body).toMatchObject({ evidence: { text: ['s2'] }, prompt: 'summary.v1' });
    expect(analysis(it, 'action-items')).toMatchObject({ vendor: 'Sidetone', product: 'rules' });
    expect(analysis(it, 'action-items')?.body).toMatchObject({ items: [{ evidence: ['s2'], due: '2026-11-27' }] });
    expect(analysis(it, 'answers')?.body).toMatchObject({
      items: [
        { question: 'Wann?', answer: 'Freitag', evidence: ['s2'] },
        { question: 'Wo?', answer: null },
      ],
    });
    expect(it.attachments).toMatchObject([{ purpose: 'note', mediatype: 'text/html', body: '<p>Call back</p>' }]);
  });

  test('leaves out small talk that was dismissed', () => {
    expect(JSON.stringify(written(eventOf({}, documented)))).not.toContain('Rex');
  });

  test.each(['waiting', 'loading', 'error', 'disabled'])('leaves out parts that are %s', (status) => {
    const parts = Object.fromEntries(Object.entries(documented).map(([name, part]) => [name, { ...part, status }]));
    const it = written(eventOf({}, parts));
    expect(it.analysis).toBeUndefined();
    expect(it.attachments).toBeUndefined();
    expect(it.subject).toBeUndefined();
    expect(JSON.stringify(it)).not.toContain('Freitag');
  });

  test('refers to each recording that the reader may fetch, by its address and hash', () => {
    const recording = {
      kind: 'manual',
      url: 'https://phones.example.com/api/recording-neopbx/a/b/c',
      sha512: new Uint8Array(64).fill(7),
      startedAt: new Date('2026-11-20T08:00:30.000Z'),
      seconds: 12.5,
    } as const;
    const it = written(eventOf(), { recordings: [recording, { ...recording, kind: 'automatic' }] });
    expect(it.dialog).toHaveLength(3);
    expect(it.dialog[0]).toMatchObject({
      type: 'recording-set',
      start: '2026-11-20T08:00:05Z',
      duration: 120.5,
      recordings: [1, 2],
    });
    expect(it.dialog[1]).toEqual({
      type: 'recording',
      start: '2026-11-20T08:00:30Z',
      duration: 12.5,
      parties: [0, 1],
      originator: 1,
      application: 'Sidetone',
      recording_set: 0,
      mediatype: 'audio/x-mp3',
      url: recording.url,
      content_hash: `sha512-${Buffer.alloc(64, 7).toString('base64url')}`,
    });
    const open = { ...recording, url: 'http://phones.example.com/x' };
    expect(() => written(eventOf(), { recordings: [open] })).toThrow();
  });
});

describe('a call that nobody answered', () => {
  test.each([
    ['CANCELLED', 'no-answer'],
    ['BUSY_HERE', 'busy'],
    ['BUSY_EVERYWHERE', 'busy'],
    ['DECLINED', 'no-answer'],
    ['ACCEPTED_ELSEWHERE', 'no-answer'],
    ['REQUEST_TIMEOUT', 'no-answer'],
    ['NOT_FOUND', 'failed'],
  ])('that ended with %s is incomplete: %s', (terminatedReason, disposition) => {
    const it = written(eventOf({ ...missed, terminatedReason }));
    expect(it.dialog).toEqual([
      {
        type: 'incomplete',
        start: '2026-11-20T08:00:00.250Z',
        parties: [0, 1],
        originator: 1,
        application: 'Sidetone',
        disposition,
      },
    ]);
  });

  test('in a shared channel has the channel as our side', () => {
    const ours = { userId: null, name: null, company: 'Berg & Co', channel: 'Sales' };
    expect(written(eventOf(missed), { ours }).parties[0]).toEqual({
      tel: '+4930111111',
      type: 'organization',
      org: 'Berg & Co',
      dept: 'Sales',
      role: 'agent',
    });
  });

  test('is a recording where the caller left a message, with what they said', () => {
    const voicemail = {
      visual: { status: 'processed', waveform: [], duration: 9.5 },
      transcription: { status: 'success', text: 'Bitte zurückrufen' },
    };
    const it = written(eventOf(missed, { voicemail }));
    expect(it.dialog).toMatchObject([{ type: 'recording', duration: 9.5 }]);
    expect(analysis(it, 'message')?.body).toEqual({ party: 1, text: 'Bitte zurückrufen' });
    const sound = {
      kind: 'voicemail',
      url: 'https://phones.example.com/v',
      sha512: new Uint8Array(64),
      startedAt: new Date(at),
      seconds: 9.5,
    } as const;
    const [whole, first] = written(eventOf(missed, { voicemail }), { recordings: [sound] }).dialog;
    expect(whole).toMatchObject({ type: 'recording-set', recordings: [1], originator: 1 });
    expect(first).toMatchObject({ parties: [1, 1], url: sound.url });
    expect(first).not.toHaveProperty('originator');
  });

  test('keeps that there was a message which is deleted, and nothing of it', () => {
    const voicemail = { visual: { status: 'deleted' }, transcription: { status: 'disabled', text: 'Geheim' } };
    const it = written(eventOf(missed, { voicemail }));
    expect(it.dialog).toMatchObject([{ type: 'recording' }]);
    expect(JSON.stringify(it)).not.toContain('Geheim');
  });
});

describe('a call that was transferred', () => {
  const partner = { accountId: 'a', channelId: 'c', docId: 'event-2', remotePhoneNumber: '+4950333333' };

  test('says whom we gave it to', () => {
    const it = written(eventOf({ transferredTo: partner }));
    expect(it.parties[2]).toEqual({ tel: '+4950333333' });
    expect(it.dialog[1]).toEqual({
      type: 'transfer',
      start: '2026-11-20T08:02:05.500Z',
      transferee: 1,
      transferor: 0,
      transfer_target: 2,
      original: [0],
    });
  });

  test('says who came to us on it', () => {
    const it = written(eventOf({ transferredFrom: partner }));
    expect(it.dialog[1]).toMatchObject({ transferee: 2, transferor: 1, transfer_target: 0, target_dialog: [0] });
  });

  test('says whom we asked before', () => {
    const it = written(eventOf({ direction: 'OUTGOING', transferredFrom: partner }));
    expect(it.dialog[1]).toMatchObject({ transferee: 2, transferor: 0, transfer_target: 1, consultation: [0] });
  });

  test('that only went on outside has no transfer', () => {
    expect(written(eventOf({ transferredTo: { ...partner, docId: 'event-1' } })).dialog).toHaveLength(1);
  });
});

describe('who the parties are', () => {
  const remote = (remotePhoneNumber: string | null, name: string | null = null) =>
    written(eventOf({ remotePhoneNumber }), {
      theirs: { name, organization: null, isTeam: false, userId: null },
    }).parties[1];

  test('numbers, extensions, names of SIP and nobody', () => {
    expect(remote('+4940222222')).toEqual({ tel: '+4940222222', role: 'customer' });
    expect(remote('112')).toEqual({ tel: '112;phone-context=phones.example.com', role: 'customer' });
    expect(remote('bob jones')).toEqual({ sip: 'sip:bob%20jones@phones.example.com', role: 'customer' });
    expect(remote(null)).toEqual({ name: 'anonymous' });
  });

  test('a colleague is of our company', () => {
    const theirs = { name: 'Ben', organization: null, isTeam: true, userId: 'w2' };
    expect(written(eventOf(), { theirs }).parties[1]).toMatchObject({ uuid: 'w2', org: 'Berg & Co', role: 'agent' });
  });

  test.each(['"}],"dialog":[', '\u0000\u202e<script>', '\ud800', '名前 👩‍🔧', 'a'.repeat(10_000)])(
    'a hostile name stays a name: %j',
    (name) => {
      const it = written(eventOf(), { theirs: { name, organization: name, isTeam: false, userId: null } });
      const read = vcon.parse(JSON.parse(JSON.stringify(it)));
      expect(read.parties[1]).toMatchObject({ name, org: name });
      expect(read.dialog).toHaveLength(1);
    },
  );
});

test('every state, reason and direction gives a vCon that keeps to the draft', () => {
  const number = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^\+?[0-9*#]{1,15}$/),
  );
  const partner = fc.option(
    fc.record({
      accountId: fc.constant('a'),
      channelId: fc.constant('c'),
      docId: fc.constantFrom('event-1', 'event-2'),
      remotePhoneNumber: number,
    }),
  );
  const calls = fc.record({
    direction: fc.constantFrom('INCOMING', 'OUTGOING'),
    state: fc.constantFrom('MISSED', 'REJECTED', 'FINISHED', 'Established'),
    terminatedReason: fc.option(fc.constantFrom(...terminationReasons)),
    establishedAt: fc.constantFrom(null, call.establishedAt),
    terminatedAt: fc.constantFrom(null, call.terminatedAt, call.startedAt),
    onPhoneNumber: number,
    remotePhoneNumber: number,
    transferredTo: partner,
    transferredFrom: partner,
  });
  const parts = fc.subarray(Object.keys(documented) as (keyof typeof documented)[]);
  fc.assert(
    fc.property(calls, parts, fc.option(fc.string({ unit: 'binary' })), (given, names, name) => {
      const kept = Object.fromEntries(names.map((each) => [each, documented[each]]));
      const candidate = inboxEvent.safeParse({ ...eventOf({}, kept), call: { ...call, ...given } });
      fc.pre(candidate.success);
      const theirs = { name, organization: name, isTeam: name === '', userId: null };
      const it = written(candidate.data as InboxEvent, { theirs });
      expect(vcon.safeParse(JSON.parse(JSON.stringify(it))).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

describe('UUIDs of vCons', () => {
  test('hold the moment and the host, and never repeat', () => {
    const make = vconUuids('Phones.example.com', () => 0x0190_0000_0000);
    const made = Array.from({ length: 10_000 }, make);
    expect(new Set(made).size).toBe(10_000);
    expect(made.toSorted()).toEqual(made);
    expect(made[0]).toMatch(/^01900000-0000-8/);
    expect(new Set(made.map((uuid) => uuid.slice(19))).size).toBe(1);
    expect(vconUuids('other.example.com')().slice(19)).not.toBe(made[0]?.slice(19));
  });
});
