import { describe, expect, test } from 'vitest';
import { userPicturePath } from '../rules/user-picture.ts';
import { appExtension } from './app-extension.ts';
import { channel } from './channel.ts';
import { webUserId } from './common.ts';
import { contact, searchResult } from './contact.ts';
import { favorite, withTeam } from './favorite.ts';
import { callFeedback, imageUpload } from './feedback.ts';
import { inboxEvent } from './inbox-event.ts';
import { integration } from './integration.ts';
import { memberInfo } from './member-info.ts';
import { preferences } from './preferences.ts';
import { user, userChange, withClaims } from './user.ts';
import { colleague, webuser } from './webuser.ts';

const anna = { id: 'wanna00001', firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org' };
const line = { id: 'c1', name: null, type: 'private', channelType: 'personal' };
const queue = { id: 'c2', name: 'Service', type: 'acd', channelType: 'shared', followUpTime: 10 };

describe('VAL-010, ENT-004: a member id is a string that starts with w', () => {
  const member = { firstName: 'Anna', lastName: 'Berg' };
  test.each(['w1', 'wanna00001'])('%s is one', (id) => {
    expect(channel.safeParse({ ...line, members: [{ ...member, id }] }).success).toBe(true);
    expect(webUserId.safeParse(id).success).toBe(true);
  });
  test.each(['', 'w', 'x1', 'W1', ' w1', 7, null])('%j is none', (id) => {
    expect(channel.safeParse({ ...line, members: [{ ...member, id }] }).success).toBe(false);
  });
});

describe('VAL-011, SENT-012: the type of a channel is lower-cased before it is checked', () => {
  test.each([
    ['private', 'private'],
    ['PRIVATE', 'private'],
    ['acd', 'acd'],
    ['Acd', 'acd'],
  ])('%s is %s', (type, read) => {
    expect(channel.parse({ ...queue, type }).type).toBe(read);
  });
  test.each(['shared', '', 'private ', null, 1])('%j is none', (type) => {
    expect(channel.safeParse({ ...queue, type }).success).toBe(false);
  });
});

describe('VAL-012, ENT-003: an acd channel needs a number as its follow-up time', () => {
  test.each([0, 10, 0.5])('%d will do', (followUpTime) => {
    expect(channel.safeParse({ ...queue, followUpTime }).success).toBe(true);
  });
  test.each([undefined, null, '10', Number.NaN, -1, Number.POSITIVE_INFINITY])('%j will not', (followUpTime) => {
    const { success, error } = channel.safeParse({ ...queue, followUpTime });
    expect(success).toBe(false);
    expect(error?.issues[0]?.path).toEqual(['followUpTime']);
  });
  test('a private channel needs none', () => {
    expect(channel.safeParse(line).success).toBe(true);
  });
});

test('ENT-002: a channel without a count has no unresolved calls', () => {
  expect(channel.parse(line).unresolvedCalls).toBe(0);
});

describe('VAL-013: the email of a web user is valid', () => {
  test.each(['anna@example.org', 'a.b+c@sub.example.co'])('%s', (email) => {
    expect(webuser.safeParse({ ...anna, email }).success).toBe(true);
  });
  test.each(['', 'anna', 'anna@', '@example.org', 'anna @example.org', null, undefined])('not %j', (email) => {
    expect(webuser.safeParse({ ...anna, email }).success).toBe(false);
  });
});

describe('VAL-014: the picture of a web user is a URL if there is one', () => {
  test.each([
    'https://example.org/a.png',
    'http://localhost:8080/a.png',
    userPicturePath('wanna', 'a0'.repeat(32)),
    null,
    undefined,
  ])('%j', (avatarUrl) => {
    expect(webuser.safeParse({ ...anna, avatarUrl }).success).toBe(true);
  });
  test.each([
    '',
    'a.png',
    'javascript:alert(1)',
    'data:text/html,x',
    5,
    '/api/users/wanna/picture/a0',
    `//elsewhere.example${userPicturePath('wanna', 'a0'.repeat(32))}`,
    userPicturePath('wanna/../..', 'a0'.repeat(32)).replaceAll('%2F', '/'),
    `${userPicturePath('wanna', 'a0'.repeat(32))}?next=1`,
  ])('not %j', (avatarUrl) => {
    expect(webuser.safeParse({ ...anna, avatarUrl }).success).toBe(false);
  });
});

test('ENT-005: a web user is no administrator unless it says so', () => {
  expect(webuser.parse(anna)).toMatchObject({ admin: false, userStatus: 'UNKNOWN', neoPbxStatus: 'UNKNOWN' });
  expect(colleague.safeParse({ ...anna, extension: '101', number: '+4930901820' }).success).toBe(true);
  expect(colleague.safeParse({ ...anna, extension: '101', number: '030901820' }).success).toBe(false);
});

test('ENT-062, SENT-004: what the token says about who it is wins over the record', () => {
  const record = user.parse({
    ...anna,
    webUserId: 'wold',
    masterSipId: 's1',
    locale: 'de',
    plan: { id: 'PREMIUM_TIER_B', displayName: 'Premium' },
  });
  expect(withClaims(record, { masterSipId: 's2', webuserId: 'wnew' })).toEqual({
    ...record,
    masterSipId: 's2',
    webUserId: 'wnew',
  });
});

test('a change of the own user names at least one field, and only those that are given', () => {
  expect(userChange.parse({ isDnd: true })).toEqual({ isDnd: true });
  expect(userChange.parse({ locale: 'de', admin: true })).toEqual({ locale: 'de' });
  expect(userChange.safeParse({}).success).toBe(false);
  expect(userChange.safeParse({ admin: true }).success).toBe(false);
  expect(userChange.safeParse({ locale: 'fr' }).success).toBe(false);
});

describe('inbox events', () => {
  const event = {
    id: 'pbx-s1',
    channelId: 'c1',
    day: '2026-11-20',
    contactId: null,
    unresolved: true,
    owner: null,
    call: {
      sessionId: 's1',
      onPhoneNumber: null,
      remotePhoneNumber: '+4930901820',
      startedAt: '2026-11-20T10:00:00.000Z',
      establishedAt: null,
      terminatedAt: '2026-11-20T11:00:30+01:00',
      terminatedReason: 'CANCELLED',
      direction: 'INCOMING',
      state: 'MISSED',
    },
  };

  test('a bare one is read with empty documentation', () => {
    expect(inboxEvent.parse(event)).toMatchObject({ unresolvedCalls: 0, documentation: {} });
  });

  test('fields of a newer version are dropped, not refused', () => {
    const newer = { ...event, mood: 'good', call: { ...event.call, codec: 'opus' } };
    expect(inboxEvent.parse(newer)).toEqual(inboxEvent.parse(event));
  });

  test.each([
    { unresolved: 'yes' },
    { day: '20.11.2026' },
    { call: { ...event.call, startedAt: 'today' } },
    { call: { ...event.call, terminatedReason: 'BORED' } },
    { documentation: { note: { content: 'no status' } } },
  ])('%j is refused', (wrong) => {
    expect(inboxEvent.safeParse({ ...event, ...wrong }).success).toBe(false);
  });
});

test('ENT-038: the contact of a favorite begins with the name of its integration', () => {
  const one = { id: 'f1', contactId: 'HUBSPOT:1', integrationName: 'HUBSPOT', displayName: 'Ben' };
  expect(favorite.safeParse(one).success).toBe(true);
  expect(favorite.safeParse({ ...one, contactId: '1' }).success).toBe(false);
});

test('ENT-039, SENT-024: a favorite that does not say whether it is team asks its contact', () => {
  const one = { id: 'f1', contactId: 'TEAM:w1', integrationName: 'TEAM', displayName: 'Ben' };
  expect(withTeam(one, { isTeam: true }).isTeam).toBe(true);
  expect(withTeam({ ...one, isTeam: false }, { isTeam: true }).isTeam).toBe(false);
  expect(withTeam(one, null).isTeam).toBe(false);
});

test('ENT-040: a colleague whose only number is an extension is a contact', () => {
  const number = { id: '1', type: 'EXTENSION', label: 'Extension', localized: '101', e164: null };
  const document = contact.parse({ id: 'w1', source: 'TEAM', name: 'Ben', isTeam: true, phoneNumbers: [number] });
  expect(searchResult.parse({ document, score: 1 })).toMatchObject({ highlights: {}, document: { readonly: false } });
});

test('ENT-050: feedback on a call carries one tag', () => {
  const one = { callId: 'x', tags: ['NO_SOUND'], text: '', rating: 'BAD' };
  expect(callFeedback.safeParse(one).success).toBe(true);
  expect(callFeedback.safeParse({ ...one, tags: [] }).success).toBe(false);
  expect(callFeedback.safeParse({ ...one, tags: ['NO_SOUND', 'OTHER'] }).success).toBe(false);
  expect(callFeedback.safeParse({ ...one, tags: ['LOUD'] }).success).toBe(false);
});

test('SENT-027: an integration keeps the features that this version knows', () => {
  const hubspot = { id: '1', name: 'HUBSPOT', displayName: 'HubSpot', features: ['CONTACT_CREATE', 'TELEPATHY'] };
  expect(integration.parse({ ...hubspot, contactAttributes: { EMAIL: 'required' } })).toMatchObject({
    features: ['CONTACT_CREATE'],
    contactAttributes: { EMAIL: 'required' },
    isEnabled: false,
  });
  expect(integration.safeParse({ ...hubspot, contactAttributes: { EMAIL: 'maybe' } }).success).toBe(false);
});

test('ENT-048: member info needs to know whose and whether it rings, nothing more', () => {
  const one = { accountId: 's1', webuserId: 'w1', dialedIn: true };
  expect(memberInfo.parse(one)).toEqual({ ...one, status: 'UNKNOWN' });
  expect(memberInfo.safeParse({ ...one, webuserId: '1' }).success).toBe(false);
  expect(memberInfo.safeParse({ accountId: 's1', webuserId: 'w1' }).success).toBe(false);
});

test('SENT-040: an app extension has a WebSocket to go to', () => {
  const one = { id: 'e1', alias: 'Browser', owner: 'w1', username: 'e1', password: 'x', sipServer: 'localhost' };
  expect(appExtension.safeParse({ ...one, sipServerWebsocketUrl: 'ws://localhost:8080/sip' }).success).toBe(true);
  expect(appExtension.safeParse({ ...one, sipServerWebsocketUrl: 'wss://example.org/sip' }).success).toBe(true);
  expect(appExtension.safeParse({ ...one, sipServerWebsocketUrl: 'https://example.org/sip' }).success).toBe(false);
});

test('SENT-067: a picture to upload has a file', () => {
  const one = { id: '1', loading: false, dataURL: null };
  expect(imageUpload.safeParse({ ...one, file: {} }).success).toBe(true);
  expect(imageUpload.safeParse(one).success).toBe(false);
});

test('SENT-069: preferences that were never touched have their defaults', () => {
  expect(preferences.parse({})).toEqual({
    shortcutsEnabled: true,
    answersIntercom: false,
    hearsPages: true,
    showsUnresolvedCount: true,
    callWindowBehaviorIncoming: { focusWindow: false, openContactHistory: false, openCallLogging: false },
    callWindowBehaviorOutgoing: { openContactHistory: false, openCallLogging: false },
  });
});
