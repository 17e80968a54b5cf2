import type { RouteName } from '@sidetone/contract/http/routes.ts';
import { alarmRules } from './authorisation-alarm-rules.ts';
import { answerRules } from './authorisation-answer-rules.ts';
import { assistantRules } from './authorisation-assistant-rules.ts';
import {
  aiServiceBody,
  feedbackOf,
  infoBannerBody,
  monitoringReportOf,
  newCompanyBody,
  newNumbersOf,
  newSipAccountOf,
  newUserOf,
  ofCallFeedback,
  ownBookOf,
  phoneCallOf,
  voicemailOf,
  webhookBody,
  websocketAuthOf,
} from './authorisation-bodies.ts';
import { companyRules } from './authorisation-company-rules.ts';
import { crmRules } from './authorisation-crm-rules.ts';
import { mailRules } from './authorisation-mail-rules.ts';
import { nuisanceRules } from './authorisation-nuisance-rules.ts';
import { queueRules } from './authorisation-queue-rules.ts';
import { recordRules } from './authorisation-record-rules.ts';
import { roomRules } from './authorisation-room-rules.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import { signInRules } from './authorisation-sign-in-rules.ts';
import { skillRules } from './authorisation-skill-rules.ts';
import { tokenRules } from './authorisation-token-rules.ts';
import { macOf, type Things } from './authorisation-world.ts';

const everybody = { rule: 'everybody' } as const;
const members = { rule: 'members' } as const;
const owner = { rule: 'owner' } as const;
const account = { rule: 'account' } as const;
const liveCall = { rule: 'liveCall' } as const;
const open = { rule: 'public' } as const;
const ofSession = {
  params: ({ docId }: Things) => ({ sessionId: docId }),
  query: ({ channelId }: Things) => ({ channelId }),
};

const noRecording = () => ({ recordingId: '8f14e45f-ceea-467f-9575-1f6b4f3a2c11' });

const ofHours = ({ hoursId }: Things) => ({ hoursId });

/** None is offered here. */
const ofModel = () => ({ modelId: 'parakeet-tdt-0.6b-v3' });

const ofSipAccount = ({ classicPhoneId }: Things) => ({ sipAccountId: classicPhoneId });

/** Every route of the contract; `authorisation.world.test.ts` fails where one is missing. */
export const routeRules: Readonly<Partial<Record<RouteName, RuleOfRoute>>> = {
  serverInfo: open,
  health: open,
  live: open,
  ready: open,
  setupState: open,
  setUp: { ...open, body: () => newCompanyBody, alsoFine: [409] },
  waitingSignIn: { ...open, alsoFine: [404] },
  signIn: { ...open, alsoFine: [404] },
  ...signInRules,
  ...tokenRules,
  // Many ask about links from one address here.
  lookUpLink: { ...open, body: () => ({ token: noToken }), alsoFine: [404, 429] },
  acceptLink: { ...open, body: () => ({ token: noToken, password: 'correct horse battery' }), alsoFine: [404, 429] },
  forgotPassword: { ...open, alsoFine: [429] },

  serverVersion: everybody,
  updateUser: { ...everybody, body: () => ({ locale: 'de' }) },
  mcpTokens: everybody,
  createMcpToken: { ...everybody, body: () => ({ name: 'Mine' }) },
  // Nobody knows the id of a token of someone else.
  deleteMcpToken: { ...everybody, params: () => ({ tokenId: 'no-such-token' }), alsoFine: [404] },
  appExtensions: { ...owner, params: ({ memberId }) => ({ webUserId: memberId }) },
  createAppExtension: {
    ...owner,
    body: ({ memberId }) => ({ appExtensionType: 'desktop_app_register', alias: 'Mine', owner: memberId }),
  },
  registerDevice: {
    ...everybody,
    params: () => ({ deviceId: 'device-of-mine' }),
    body: () => ({ name: 'Browser', os: 'Linux', version: '1', platform: 'browser' }),
  },
  forgetDevice: { ...everybody, params: () => ({ deviceId: 'device-of-mine' }) },
  updateLabFlags: { ...everybody, body: () => ({ hasStatistics: true }) },
  switchAiFeature: { ...everybody, params: () => ({ flag: 'hasCallHeadline' }), body: () => ({ on: false }) },
  changeAccountFlags: { ...account, body: () => ({ hasAiProviderPreferenceMistral: true }) },
  customWords: account,
  writeCustomWords: { ...account, body: () => ({ words: [], rev: 0 }) },
  // What it begins with is of no account.
  changelog: { ...everybody, params: () => ({ version: '0.0.0', language: 'en' }), alsoFine: [404] },
  iceServers: everybody,
  realtimeServer: everybody,
  // What Pusher's clients take for a refusal is a 403 (their protocol, "authorizing users").
  websocketAuth: { ...owner, body: websocketAuthOf, foreign: 'FORBIDDEN' },

  hangUpCall: liveCall,
  holdCall: liveCall,
  sendCallTones: liveCall,
  startCallRecording: liveCall,
  changeCallRecording: liveCall,
  startCallTransfer: liveCall,
  setCallTransferLines: liveCall,
  dropCallTransfer: liveCall,
  blindTransferCall: liveCall,
  startRecordingOf: liveCall,
  stopRecordingOf: liveCall,
  holdCallOf: liveCall,
  unholdCallOf: liveCall,
  startTransferOf: liveCall,
  markTransfer: liveCall,
  startConference: liveCall,
  stopTransfer: liveCall,
  joinCalls: liveCall,
  parkCall: liveCall,
  openPeer: liveCall,
  updatePeer: liveCall,
  endCall: liveCall,
  acceptCall: liveCall,
  holdClassicCall: liveCall,
  unholdClassicCall: liveCall,
  transferClassicCall: liveCall,
  rejectCall: liveCall,
  startClassicRecording: liveCall,
  stopClassicRecordings: liveCall,
  sendClassicTones: liveCall,

  closePeer: everybody,
  tellRinging: everybody,
  // The exchange of this world carries no calls.
  startPhoneCall: { ...owner, body: phoneCallOf, alsoFine: [409] },
  startCall: { ...everybody, alsoFine: [503] },
  // Nobody has an app open in this world.
  clickToDial: { ...everybody, body: () => ({ number: '+4930901820' }), alsoFine: [409] },

  addFailedDial: {
    ...members,
    body: ({ channelId }) => ({
      channelId,
      targetPhoneNumber: '+4930901820',
      senderPhoneNumber: null,
      sessionId: null,
      code: 'DIAL_FAILED',
    }),
  },
  addMonitoringReport: { ...everybody, body: (_things, askerId) => monitoringReportOf(askerId) },
  addCallStatistics: everybody,
  addAnalyticsEvent: { ...everybody, body: () => ({ event: { name: 'FAQ_CLICK' } }) },
  setPhoneConnection: { ...owner, params: ({ classicPhoneId }) => ({ id: classicPhoneId }) },
  setPhoneCallerId: {
    ...owner,
    params: ({ classicPhoneId }) => ({ id: classicPhoneId }),
    body: () => ({ callerId: 'anonymous' }),
  },
  activateDnd: everybody,
  deactivateDnd: everybody,
  ...queueRules,
  updateChannelSettings: { ...members, body: () => ({ selectedPhoneNumber: 'anonymous' }) },
  setLineVoicemail: {
    ...owner,
    params: ({ privateChannelId }) => ({ channelId: privateChannelId }),
    body: () => ({ enabled: true }),
  },
  setLineForwarding: {
    ...owner,
    params: ({ privateChannelId }) => ({ channelId: privateChannelId }),
    body: () => ({ isOn: true }),
  },
  phoneNumbers: everybody,
  syncPhones: everybody,
  searchContacts: { ...everybody, query: () => ({ query: 'a' }) },
  listContacts: everybody,
  placeOfContact: { ...everybody, params: ({ contactId }) => ({ contactId }) },
  contactsByNumber: { ...everybody, params: ({ number }) => ({ number }) },
  phoneNumberMap: everybody,
  contact: account,
  // Everyone here has the grant; without it they are told FORBIDDEN, see `write-contacts.world.test.ts`.
  createContact: { ...everybody, body: (_things, askerId) => ({ firstName: askerId }) },
  updateContact: { ...account, body: ({ contactId }) => ({ type: 'contacts', firstName: contactId }) },
  // The first one deletes it.
  deleteContact: { ...account, alsoFine: [404] },
  exportContacts: everybody,
  // Of one company one import runs at a time.
  importContacts: { ...everybody, query: () => ({ fileName: 'people.vcf' }), alsoFine: [409] },
  undoContactImport: owner,

  // The asker is a contact in everyone's account, and in this world one without a number.
  supportedIntegrations: everybody,
  // The built-in address book is there already and stays; the grant for others is asked for in `connect.world.test.ts`.
  connectIntegration: { ...everybody, body: () => ({ name: 'SIDETONE' }), alsoFine: [409] },
  reconnectIntegration: { ...account, params: ownBookOf, body: () => ({}), alsoFine: [409] },
  disconnectIntegration: { ...account, params: ownBookOf, alsoFine: [409] },
  startContactStream: everybody,
  toggleFavorite: { ...everybody, body: (_things, askerId) => ({ contactId: askerId }), alsoFine: [400] },
  updateFavorite: { ...owner, body: () => ({ isTeam: false }) },
  deleteFavorite: owner,
  invalidFavorites: everybody,
  findEvent: members,
  setEventResolved: members,
  resolveMany: { ...members, body: ({ docId }) => ({ ids: [docId] }) },
  resolveAll: { ...members, params: ({ privateChannelId }) => ({ channelId: privateChannelId }) },
  resolveThread: { ...members, body: ({ docId }) => ({ of: { kind: 'anonymous', docId }, newest: docId }) },
  reopen: members,
  // The member took the call.
  writeNote: { ...members, body: () => ({ content: '<p>Hello</p>', revision: 0 }) },
  deleteNote: { ...members, query: () => ({ revision: '0' }) },
  checkActionItem: { ...members, params: () => ({ itemId: 'item' }) },
  updateSmallTalk: { ...members, body: () => ({ items: [] }) },
  deletePart: { ...members, params: () => ({ part: 'transcription' }) },
  renewParts: { ...members, body: () => ({ parts: ['summary'], by: 'basic' }), alsoFine: [403, 409] },
  deleteEvent: { ...members, params: ({ docId }) => ({ session: docId }) },
  deleteEventRecording: { ...members, params: ({ docId }) => ({ session: docId }) },
  // The member has not got CALL_BOOSTS.
  cancelTranscription: { ...members, ...ofSession, alsoFine: [403] },
  skipTranscription: { ...members, ...ofSession, alsoFine: [403] },
  resumeTranscription: { ...members, ...ofSession, alsoFine: [403] },
  ...answerRules,
  ...companyRules,
  ...crmRules,
  ...assistantRules,
  ...alarmRules,
  ...mailRules,
  ...roomRules,
  ...skillRules,
  createVoiceMenu: { ...everybody, body: () => ({ name: 'Main menu' }) },
  changeVoiceMenu: { ...account, params: ({ menuId }) => ({ menuId }), body: () => ({ name: 'Main menu' }) },
  deleteVoiceMenu: { ...account, params: ({ menuId }) => ({ menuId }) },
  ...nuisanceRules,
  blockCaller: { ...everybody, body: () => ({ kind: 'anonymous' }) },
  unblockCaller: { ...owner, params: ({ blockedId }) => ({ blockedId }) },
  blockCallerForAll: { ...everybody, body: () => ({ kind: 'anonymous' }) },
  unblockCallerForAll: { ...account, params: ({ blockedId }) => ({ blockedId: `all-${blockedId}` }) },
  publicHolidays: { ...everybody, query: () => ({ country: 'DE', state: 'BY' }) },
  createOpeningHours: { ...everybody, body: () => ({ name: 'Office' }) },
  changeOpeningHours: { ...account, params: ofHours, body: () => ({ name: 'Office' }) },
  deleteOpeningHours: { ...account, params: ofHours },
  callVcon: members,
  vconCertificate: everybody,
  recordingUrl: members,
  // The rows are there, the sound is not.
  recordingAudio: { ...members, alsoFine: [404] },
  deleteRecording: members,
  voicemailAudio: { ...members, params: voicemailOf, alsoFine: [404] },
  markVoicemail: { ...members, params: voicemailOf },
  deleteVoicemail: { ...members, params: voicemailOf },
  greeting: { ...members, alsoFine: [404] },
  uploadGreeting: { rule: 'channelAdmins' },
  deleteGreeting: { rule: 'channelAdmins' },

  // Nothing is set up at Microsoft here.
  startPresenceConnector: { ...everybody, alsoFine: [503] },
  // They send every browser on.
  beginPresenceSignIn: { ...open, query: () => ({ token: noToken }), alsoFine: [303] },
  endPresenceSignIn: { ...open, query: () => ({ state: 'none' }), alsoFine: [303] },
  removePresenceConnector: { rule: 'ownerOrAdmin', params: ({ memberId }) => ({ userId: memberId }) },
  uploadAsset: { ...everybody, query: () => ({ kind: 'log', fileName: 'app.log' }) },
  // The row is there, the file is not.
  asset: { rule: 'ownerOrAdmin', alsoFine: [404] },
  sendFeedback: { ...everybody, body: (_things, askerId) => feedbackOf(askerId) },
  sendCallFeedback: { ...everybody, body: ({ docId }) => ({ callId: docId, tags: [], text: '', rating: 'GOOD' }) },
  changeFeedback: { ...account, body: () => ({ done: true }) },
  removeFeedback: account,
  changeCallFeedback: { ...account, params: ofCallFeedback, body: () => ({ done: true }) },
  removeCallFeedback: { ...account, params: ofCallFeedback },
  addInfoBanner: { ...everybody, body: infoBannerBody },
  changeInfoBanner: { ...account, params: ofBanner, body: () => ({ enabled: false }) },
  removeInfoBanner: { ...account, params: ofBanner },
  ...recordRules,
  exportFeedback: { ...everybody, query: () => ({ of: 'product' }) },
  uploadPicture: { ...everybody, alsoFine: [400] },
  removePicture: everybody,
  picture: { ...account, params: ({ pictureDigest }) => ({ digest: pictureDigest }) },
  removeUserPicture: account,
  updateCallSettings: { ...everybody, body: () => ({ callWaiting: true }) },
  uploadHoldMusic: everybody,
  removeHoldMusic: everybody,
  announcements: everybody,
  addAnnouncement: { ...everybody, query: ({ announcementId }) => ({ name: `New ${announcementId}` }) },
  // The row is there, the sound is not.
  announcementAudio: { ...account, alsoFine: [404] },
  replaceAnnouncement: { ...account, query: ({ announcementId }) => ({ name: `New ${announcementId}` }) },
  removeAnnouncement: account,
  beginPhoneRecording: everybody,
  // Nobody has any of this id.
  phoneRecording: { ...everybody, params: noRecording, alsoFine: [404] },
  phoneRecordingAudio: { ...everybody, params: noRecording, alsoFine: [404] },
  dropPhoneRecording: { ...everybody, params: noRecording },
  createUser: { ...everybody, body: (_things, askerId) => newUserOf(askerId) },
  changeUser: { ...account, body: () => ({ firstName: 'Renamed' }) },
  deactivateUser: account,
  reactivateUser: account,
  // Deactivated people only.
  removeUser: { ...account, alsoFine: [409] },
  makeResetLink: account,
  resetSecondFactor: account,
  signOutUser: account,
  resendInvitation: { ...account, params: ({ invitedUserId }) => ({ userId: invitedUserId }) },
  withdrawInvitation: { ...account, params: ({ invitedUserId }) => ({ userId: invitedUserId }) },
  changeNumberBlock: { ...account, params: ({ blockId }) => ({ blockId }), body: () => ({ label: 'Main' }) },
  removeNumberBlock: { ...account, params: ({ blockId }) => ({ blockId }) },
  changeUsers: { ...account, body: ({ userId }) => ({ users: [{ userId, change: { locale: 'en' } }] }) },
  checkPeople: everybody,
  importPeople: everybody,
  importedPeople: account,
  // It may be running.
  undoPeopleImport: { ...account, alsoFine: [409] },
  createChannel: everybody,
  changeChannel: { ...account, body: ({ channelId }) => ({ name: `${channelId} renamed` }) },
  setChannelRouting: account,
  setForwardingOfUser: { ...account, body: () => ({ isOn: true }) },
  switchChannel: { ...account, body: () => ({ held: { state: 'closed', until: null } }) },
  setVoicemailOfLines: {
    ...account,
    body: ({ memberId }) => ({ userIds: [memberId], voicemail: { enabled: true } }),
  },
  setChannelMembers: { ...account, body: ({ memberId }) => ({ members: [{ userId: memberId, dialedIn: true }] }) },
  setChannelMember: { ...account, params: ({ memberId }) => ({ userId: memberId }) },
  removeChannelMember: { ...account, params: ({ memberId }) => ({ userId: memberId }) },
  removeChannel: account,
  addNumbers: { rule: 'server', body: ({ channelId, docId }) => newNumbersOf(channelId, docId) },
  changeNumber: { ...account, body: () => ({ label: 'Front desk' }) },
  removeNumber: account,
  setExtension: { ...account, body: ({ channelId }) => ({ channelId }) },
  removeExtension: account,
  tryRouting: { ...account, body: ({ channelId }) => ({ to: { channelId } }) },
  addDeskPhone: { ...account, body: ({ memberId }) => ({ userId: memberId, name: 'Second desk' }) },
  deskPhoneSettings: account,
  renameDeskPhone: account,
  resetDeskPhonePassword: account,
  setUpDeskPhone: {
    ...account,
    body: (things) => ({ vendor: 'snom', mac: macOf(things), model: 'D785', keys: [things.extension] }),
    // Phones cannot reach this server over HTTPS.
    alsoFine: [409],
  },
  changeDeskPhoneKeys: { ...account, body: ({ extension }) => ({ keys: [extension] }) },
  syncDeskPhone: account,
  removeDevice: account,
  createSipAccount: { ...account, body: ({ memberId }) => newSipAccountOf(memberId) },
  changeSipAccount: { ...account, params: ofSipAccount, body: () => ({ name: 'Hall' }) },
  removeSipAccount: { ...account, params: ofSipAccount },
  createTrunk: {
    ...everybody,
    body: ({ trunkId }) => ({ name: `New ${trunkId}`, kind: 'address', host: '9.9.9.9' }),
  },
  changeTrunk: account,
  removeTrunk: account,
  testTrunk: account,
  changeAccount: { ...everybody, body: () => ({ name: 'Renamed' }) },
  changeSetUp: everybody,
  aiConnections: everybody,
  // One of each kind; the second request finds it there.
  addAiConnection: { ...everybody, body: () => aiServiceBody, alsoFine: [409] },
  changeAiConnection: { ...account, params: ofAiService, body: () => ({ rev: 1_000_000_000, name: 'Renamed' }) },
  removeAiConnection: { ...account, params: ofAiService },
  testAiConnection: { ...account, params: ofAiService },
  fetchAiModel: { rule: 'server', params: ofModel, alsoFine: [404] },
  stopAiModel: { rule: 'server', params: ofModel, alsoFine: [404] },
  removeAiModel: { rule: 'server', params: ofModel, alsoFine: [404] },
  aiUse: everybody,
  changeAiSettings: { ...everybody, body: () => ({ soundHours: 12 }) },
  webhooks: account,
  webhookDeliveries: account,
  // Which revision it has is not known here.
  saveWebhook: { ...account, params: ofWebhook, body: () => webhookBody, alsoFine: [409] },
  removeWebhook: { ...account, params: ofWebhook },
  testWebhook: { ...account, params: ofWebhook },
  renewWebhookSecret: { ...account, params: ofWebhook },
  auditLog: everybody,
  refusals: everybody,
  liftBan: { ...account, body: ({ bannedAddress }) => ({ id: bannedAddress }) },
  dismissAlerts: { ...account, body: ({ alertId }) => ({ ids: [alertId] }) },
  startBackup: { rule: 'server', alsoFine: [503] },
  downloadBackup: { rule: 'server', alsoFine: [404] },
  removeBackup: { rule: 'server', alsoFine: [404] },
};

/** Right in form, and nobody's. */
const noToken = 'x'.repeat(43);

function ofBanner({ bannerId }: Things) {
  return { bannerId };
}

function ofAiService({ aiConnectionId }: Things) {
  return { connectionId: aiConnectionId };
}

function ofWebhook({ webhookId }: Things) {
  return { webhookId };
}
