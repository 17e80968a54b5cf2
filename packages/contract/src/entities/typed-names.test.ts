import { expect, test } from 'vitest';
import type { z } from 'zod';
import { announcementRoutes } from '../http/announcement-routes.ts';
import type { Route } from '../http/route.ts';
import { routes } from '../http/routes.ts';
import { sessionRoutes } from '../http/session-routes.ts';
import { adminAccountChange } from './admin-account.ts';
import { channelChange, newChannel, newNumbers } from './admin-channel.ts';
import { deskPhoneName } from './admin-device.ts';
import { adminUserChange, departmentName, newUser } from './admin-user.ts';
import { newCompanyToken } from './api-token.ts';
import { appExtensionRequest } from './app-extension.ts';
import { assistantTopic, newAssistant } from './assistant.ts';
import { newBlockedCaller } from './blocked-caller.ts';
import { channelRouting } from './channel-routing.ts';
import { newCompany } from './company.ts';
import { newConferenceRoom } from './conference-room.ts';
import { contactCreate } from './contact-change.ts';
import { deviceRegistration } from './device.ts';
import { mailServerChange } from './mail.ts';
import { newOpeningHours } from './opening-hours.ts';
import { newPagingGroup } from './paging-group.ts';
import { phoneModel } from './phone-setup.ts';
import { sipAccountChange } from './sip-account.ts';
import { newSkill } from './skill.ts';
import { trunkChange } from './trunk.ts';
import { newVoiceMenu } from './voice-menu.ts';

const christmas = { from: '2026-12-24', until: '2026-12-26' };
const address = { name: 'Tannhorst', street: 'Am Tann', postalCode: '10115', city: 'Berlin', country: 'DE' };

const mailServer = { rev: 0, host: 'mail.example', port: 587, security: 'starttls', fromAddress: 'a@mail.example' };

/** Places where people type a name that others see. */
const places = {
  firstName: (name: string) => newUser.shape.firstName.safeParse(name),
  lastName: (name: string) => newUser.shape.lastName.safeParse(name),
  'changed first name': (firstName: string) => adminUserChange.safeParse({ firstName }),
  department: (name: string) => departmentName.safeParse(name),
  'desk phone': (name: string) => deskPhoneName.safeParse(name),
  'model of a desk phone': (name: string) => phoneModel.safeParse(name),
  app: (name: string) => appExtensionRequest.shape.alias.safeParse(name),
  channel: (name: string) => newChannel.shape.name.safeParse(name),
  'changed channel': (name: string) => channelChange.safeParse({ name }),
  'label of a number': (name: string) => newNumbers.shape.label.safeParse(name),
  company: (name: string) => adminAccountChange.safeParse({ name }),
  'added company': (name: string) => newCompany.shape.name.safeParse(name),
  'first administrator': (name: string) => newCompany.shape.administrator.shape.lastName.safeParse(name),
  'new company': (name: string) => sessionRoutes.setUp.body.shape.company.safeParse(name),
  'first person': (name: string) => sessionRoutes.setUp.body.shape.firstName.safeParse(name),
  announcement: (name: string) => announcementRoutes.addAnnouncement.query.shape.name.safeParse(name),
  contact: (name: string) => contactCreate.shape.name.safeParse(name),
  organization: (name: string) => contactCreate.shape.organization.safeParse(name),
  'call assistant': (name: string) => newAssistant.shape.name.safeParse(name),
  'topic of a call assistant': (label: string) => assistantTopic.safeParse({ label, color: 'blue' }),
  'conference room': (name: string) => newConferenceRoom.shape.name.safeParse(name),
  skill: (name: string) => newSkill.shape.name.safeParse(name),
  'voice menu': (name: string) => newVoiceMenu.shape.name.safeParse(name),
  'API token': (name: string) => newCompanyToken.safeParse({ name, scopes: ['users'] }),
  'note of a blocked caller': (note: string) =>
    newBlockedCaller.safeParse({ kind: 'number', number: '+4930123', note }),
  'paging group': (name: string) => newPagingGroup.shape.name.safeParse(name),
  'opening hours': (name: string) => newOpeningHours.shape.name.safeParse(name),
  'holiday of opening hours': (name: string) =>
    newOpeningHours.safeParse({ name: 'A', holidays: [{ ...christmas, name }] }),
  'sender of emails': (fromName: string) => mailServerChange.safeParse({ ...mailServer, fromName }),
  'user of a mail server': (user: string) => mailServerChange.safeParse({ ...mailServer, user }),
  trunk: (name: string) => trunkChange.safeParse({ name }),
  holiday: (name: string) => channelRouting.safeParse({ holidays: [{ ...christmas, name }] }),
  'label of an own number of a SIP account': (label: string) =>
    sipAccountChange.safeParse({ phoneNumbers: [{ phoneNumber: '+4930123', label }] }),
  'line of an emergency address': (line: string) =>
    adminUserChange.safeParse({ emergencyAddress: { ...address, name: line } }),
  'note of the company’s emergency address': (note: string) =>
    adminAccountChange.safeParse({ emergencyAddress: { ...address, note } }),
};

test.each(Object.entries(places))('%s: a name with line ends or turned direction is refused', (_place, parse) => {
  for (const bad of ['Anna\r\nBerg', 'Anna\u202egreB', 'Anna\u2066Berg', 'Anna\u2028Berg', 'Anna\tBerg']) {
    expect(parse(bad).success, JSON.stringify(bad)).toBe(false);
  }
  for (const good of ['Anna Berg', 'محمد علي', ' Söhne & Co. 👩🏽‍🚀 ']) expect(parse(good).success, good).toBe(true);
});

test('the name of a device, which the app makes of what the browser says, loses them', () => {
  expect(deviceRegistration.shape.name.parse('Chrome\r\n on\u202e \u0000Linux')).toBe('Chrome on Linux');
});

/** What may hold any characters, by the last word of its path, and why. */
const noNames: Record<string, readonly string[]> = {
  'an id or a token that the server looks up': [
    'channelId',
    'logout_token',
    'setId',
    'eventId',
    'accountId',
    'assistantId',
    'smartAnswersByUserId',
    'sessionId',
    'deviceIds',
    'selectedPhoneId',
    'ids',
    'id',
    'callsTo',
    'target',
    'pageToken',
    'draftId',
    'docId',
    'newest',
    'integrationId',
    'crmUserId',
    'contactId',
    'callId',
    'call_id',
    'crm',
    'channelIds',
    'joinChannelIds',
    'leaveChannelIds',
    'defaultPhoneId',
    'owner',
    'channel_name',
    'transferId',
    'userId',
    'code',
    'search',
    'defaultCallLoggingEntityTypes',
    'evidence',
    'personId',
  ],
  'a number, which is read and written again': [
    'callerId',
    'senderPhoneNumber',
    'number',
    'from',
    'phoneNumber',
    'numbersAsTheyAre',
    'targetPhoneNumber',
    'ownNumber',
  ],
  'a text of many lines, or one that is shown as a text': [
    'content',
    'topic',
    'description',
    'text',
    'saidText',
    'subject',
    'de',
    'en',
    'greeting',
    'comment',
  ],
  'what a search looks for': ['query', 'filter'],
  'a secret, a user name or an address of another system': [
    'password',
    'secret',
    'current',
    'key',
    'url',
    'username',
    'authUsername',
    'outboundProxy',
    'email',
    'model',
  ],
  'what programs say of themselves': [
    'codec',
    'cause',
    'candidateType',
    'sdp',
    'appVersion',
    'browser',
    'os',
    'plan',
    'product',
    'reason',
    'call_engine',
    'version',
    'eventType',
    'sipServer',
  ],
  'the name of a file on the disk of whoever sends it': ['fileName'],
};
/** The same, where the last word is that of a name elsewhere. */
const noNamesAt: Record<string, string> = {
  'removeCompany.body.name': 'compared with the name that is there',
  'sendFeedback.body.name': 'what a program says of itself',
  'registerDevice.body.name': 'loses such characters',
  'saveAlarmSettings.body.webhookUrl': 'an address, which `problemOfWebhookUrl` checks',
  'saveAuditStream.body.target.ca': 'a certificate, which the server reads',
  'saveWebhook.body.headers.name': 'a header, whose characters `problemsOfWebhook` checks',
  'saveWebhook.body.headers.value': 'the same',
  'saveWebhook.body.channels': 'ids that the server looks up',
  'connectIntegration.body.name': 'one of the names that the server has for its integrations',
  'startAuthSession.body.name': 'the same',
  'startAuthSession.body.domainModifier': 'nothing that is kept',
  'startAuthSession.body.accountUrl': 'an address of another system',
  'endAuthSession.query.state': 'a token that the server looks up',
  'endAuthSession.query.error': 'what another system says, which is compared and not kept',
  'endAuthSession.query.iss': 'an address of another system, which is compared and not kept',
  'stopChannelMail.query.token': 'a token that the server opens',
  'stopChannelMail.body.List-Unsubscribe': 'a word of mail programs, which is not kept',
  'beginPresenceSignIn.query.token': 'a token that the server looks up',
  'endPresenceSignIn.query.state': 'the same',
  'endPresenceSignIn.query.error': 'what another system says, which is compared and not kept',
  'changeCallTask.body.type': 'one of the types that the CRM has',
  'changeCallTask.body.title': 'made one line of where it is sent',
  'searchCrmEntities.query.types': 'types of records, of which the known ones count',
  'actOnCrmWrite.body.recordId': 'an id that another system has',
  'joinCalls.body.otherSessionId': 'an id that the server looks up',
  'proveSecondFactor.body.recoveryCode': 'a code that the server compares with its own',
  'addPasskey.body.passkey.response.transports': 'what a browser says of its passkey',
  'ownCalls.query.before': 'a place in a list that the server gave',
  'callRecords.query.costCentre': 'what a search looks for',
  'exportCallRecords.query.costCentre': 'the same',
  ...Object.fromEntries(
    ['checkPeople', 'importPeople'].flatMap((route) =>
      ['firstName', 'lastName', 'extension', 'queues', 'department', 'locale', 'role'].map((cell) => [
        `${route}.body.people.${cell}`,
        'a cell of a table, which the server reads as what it names and answers with its problem',
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['firstName', 'lastName', 'name', 'organization', 'type'].map((part) => [
      `updateContact.body.${part}`,
      'a contact of an address book may be changed and keep the name that it has there',
    ]),
  ),
};

test('every text that a route takes is a typed name, or is on the list of exceptions', () => {
  const inputs = Object.entries<Route>(routes).flatMap(([name, route]) => [
    ...(route.body ? textsIn(route.body, `${name}.body`) : []),
    ...(route.query ? textsIn(route.query, `${name}.query`) : []),
  ]);
  expect(inputs.length).toBeGreaterThan(200);
  const loose = [
    ...new Set(inputs.filter(({ schema }) => schema.safeParse('Anna\u202egreB').success).map(({ path }) => path)),
  ];
  const known = new Set(Object.values(noNames).flat());
  const isKnown = (path: string) => path in noNamesAt || known.has(path.split('.').at(-1) ?? '');
  expect(loose.filter((path) => !isKnown(path))).toEqual([]);
  // What is on the lists is there, so that they do not hide the next field of that name.
  for (const word of known)
    expect(
      loose.some((path) => path.split('.').at(-1) === word),
      word,
    ).toBe(true);
  for (const path of Object.keys(noNamesAt)) expect(loose, path).toContain(path);
});

interface Text {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** The texts that a schema takes, each with its path. */
function textsIn(schema: z.ZodType, path: string): Text[] {
  const { def } = schema as unknown as { def: Described };
  const below = (inner: z.ZodType | undefined, at = path) => (inner ? textsIn(inner, at) : []);
  if (def.type === 'string') return [{ path, schema }];
  // What becomes of a text is judged as a whole.
  if (def.type === 'pipe') return below(def.in).some((one) => one.path === path) ? [{ path, schema }] : below(def.in);
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => below(field, `${path}.${name}`)),
    ...(def.options ?? []).flatMap((option) => below(option)),
    ...(def.items ?? []).flatMap((item) => below(item)),
    ...[def.element, def.keyType, def.valueType, def.innerType, def.left, def.right].flatMap((inner) => below(inner)),
  ];
}

/** What zod keeps of a schema, as far as texts can lie in it. */
interface Described {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly in?: z.ZodType;
}
