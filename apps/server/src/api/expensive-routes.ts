import type { Route } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';

/**
 * How often in ten seconds one sign-in may ask for what costs the server more than a look into a table: sound, files,
 * hashing, mail, searches. Far more than a person does, far less than a program that goes wild.
 */
const mostOf = new Map<Route, number>([
  [routes.searchContacts, 100],
  [routes.clickToDial, 10],
  [routes.importContacts, 10],
  [routes.exportContacts, 10],
  [routes.uploadAsset, 20],
  [routes.asset, 100],
  [routes.sendFeedback, 10],
  [routes.exportFeedback, 10],
  [routes.callRecords, 50],
  [routes.callRecord, 50],
  [routes.callRecordSip, 20],
  [routes.exportCallRecords, 5],
  [routes.callVcon, 20],
  [routes.recordingAudio, 100],
  [routes.voicemailAudio, 100],
  [routes.assistantTranscript, 100],
  [routes.uploadHoldMusic, 10],
  [routes.uploadGreeting, 10],
  [routes.beginPhoneRecording, 10],
  [routes.phoneRecordingAudio, 10],
  [routes.uploadPicture, 10],
  [routes.tryRouting, 100],
  // The calendars of all countries are loaded.
  [routes.publicHolidays, 20],
  [routes.createOpeningHours, 20],
  [routes.changeOpeningHours, 20],
  // A code is mailed.
  [routes.setChannelMail, 10],
  [routes.confirmChannelMail, 10],
  [routes.auditLog, 100],
  // Two passwords are hashed.
  [routes.changePassword, 10],
  [routes.addPasskey, 10],
  // One password is hashed.
  [routes.beginAuthenticator, 10],
  [routes.removeAuthenticator, 10],
  [routes.renewRecoveryCodes, 10],
  [routes.beginPasskey, 10],
  [routes.removePasskey, 10],
  // Everyone of the company, with all that they have.
  [routes.listUsers, 20],
  [routes.createUser, 50],
  [routes.makeResetLink, 20],
  [routes.resendInvitation, 20],
  [routes.addNumbers, 50],
  // Up to a thousand email addresses are looked up.
  [routes.checkPeople, 20],
  [routes.importPeople, 20],
  [routes.addDeskPhone, 50],
  [routes.setUpDeskPhone, 50],
  // A phone is asked, and it asks back.
  [routes.syncDeskPhone, 20],
  [routes.changeDeskPhoneKeys, 50],
  [routes.testTrunk, 20],
  [routes.callByTrunk, 2],
  // Someone else's server is asked.
  [routes.renewParts, 10],
  [routes.connectIntegration, 20],
  [routes.reconnectIntegration, 20],
  [routes.startPresenceConnector, 20],
  [routes.setPhoneConnection, 50],
  [routes.syncPhones, 20],
  [routes.answerQuestions, 20],
  [routes.askChat, 20],
  [routes.saveWebhook, 20],
  [routes.testWebhook, 10],
  [routes.saveMailServer, 20],
  [routes.testMail, 10],
  [routes.saveSingleSignOn, 20],
  [routes.testSingleSignOn, 10],
  [routes.proveDomain, 20],
  [routes.saveAlarmSettings, 20],
  [routes.saveAuditStream, 20],
  [routes.testAuditStream, 3],
  [routes.testAlarm, 3],
  [routes.saveReportSettings, 20],
  [routes.tryVoiceBot, 10],
  [routes.startBackup, 3],
  [routes.downloadBackup, 10],
]);

/** The most requests of one sign-in to this route in ten seconds; null where the limit of users is enough. */
export const mostOfSignIn = (route: Route): number | null => mostOf.get(route) ?? null;
