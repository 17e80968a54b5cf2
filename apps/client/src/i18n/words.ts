import { advanced as advancedDe } from './de/advanced.ts';
import { app as appDe } from './de/app.ts';
import { audio as audioDe } from './de/audio.ts';
import { banners as bannersDe } from './de/banners.ts';
import { callDetail as callDetailDe } from './de/call-detail.ts';
import { calls as callsDe } from './de/calls.ts';
import { channels as channelsDe } from './de/channels.ts';
import { contactFiles as contactFilesDe } from './de/contact-files.ts';
import { contactForm as contactFormDe } from './de/contact-form.ts';
import { contacts as contactsDe } from './de/contacts.ts';
import { errors as errorsDe } from './de/errors.ts';
import { extensions as extensionsDe } from './de/extensions.ts';
import { favorites as favoritesDe } from './de/favorites.ts';
import { feedback as feedbackDe } from './de/feedback.ts';
import { help as helpDe } from './de/help.ts';
import { inbox as inboxDe } from './de/inbox.ts';
import { integrations as integrationsDe } from './de/integrations.ts';
import { labs as labsDe } from './de/labs.ts';
import { notes as notesDe } from './de/notes.ts';
import { omnibar as omnibarDe } from './de/omnibar.ts';
import { people as peopleDe } from './de/people.ts';
import { phones as phonesDe } from './de/phones.ts';
import { player as playerDe } from './de/player.ts';
import { preferences as preferencesDe } from './de/preferences.ts';
import { profile as profileDe } from './de/profile.ts';
import { settings as settingsDe } from './de/settings.ts';
import { shell as shellDe } from './de/shell.ts';
import { signIn as signInDe } from './de/sign-in.ts';
import { start as startDe } from './de/start.ts';
import { threads as threadsDe } from './de/threads.ts';
import { transcript as transcriptDe } from './de/transcript.ts';
import { advanced } from './en/advanced.ts';
import { app } from './en/app.ts';
import { audio } from './en/audio.ts';
import { banners } from './en/banners.ts';
import { callDetail } from './en/call-detail.ts';
import { calls } from './en/calls.ts';
import { channels } from './en/channels.ts';
import { contactFiles } from './en/contact-files.ts';
import { contactForm } from './en/contact-form.ts';
import { contacts } from './en/contacts.ts';
import { errors } from './en/errors.ts';
import { extensions } from './en/extensions.ts';
import { favorites } from './en/favorites.ts';
import { feedback } from './en/feedback.ts';
import { help } from './en/help.ts';
import { inbox } from './en/inbox.ts';
import { integrations } from './en/integrations.ts';
import { labs } from './en/labs.ts';
import { notes } from './en/notes.ts';
import { omnibar } from './en/omnibar.ts';
import { people } from './en/people.ts';
import { phones } from './en/phones.ts';
import { player } from './en/player.ts';
import { preferences } from './en/preferences.ts';
import { profile } from './en/profile.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { start } from './en/start.ts';
import { threads } from './en/threads.ts';
import { transcript } from './en/transcript.ts';
import type { Shape } from './shape.ts';

/** All words, one file per room and language. English is the model: German is checked against it. */
export const en = {
  help,
  profile,
  preferences,
  labs,
  advanced,
  settings,
  integrations,
  favorites,
  contactFiles,
  contactForm,
  contacts,
  app,
  banners,
  audio,
  callDetail,
  calls,
  channels,
  errors,
  extensions,
  feedback,
  inbox,
  notes,
  omnibar,
  people,
  phones,
  player,
  shell,
  signIn,
  start,
  threads,
  transcript,
};

export const de: Shape<typeof en> = {
  help: helpDe,
  profile: profileDe,
  preferences: preferencesDe,
  labs: labsDe,
  advanced: advancedDe,
  settings: settingsDe,
  integrations: integrationsDe,
  favorites: favoritesDe,
  contactFiles: contactFilesDe,
  contactForm: contactFormDe,
  contacts: contactsDe,
  app: appDe,
  banners: bannersDe,
  audio: audioDe,
  callDetail: callDetailDe,
  calls: callsDe,
  channels: channelsDe,
  errors: errorsDe,
  extensions: extensionsDe,
  feedback: feedbackDe,
  inbox: inboxDe,
  notes: notesDe,
  omnibar: omnibarDe,
  people: peopleDe,
  phones: phonesDe,
  player: playerDe,
  shell: shellDe,
  signIn: signInDe,
  start: startDe,
  threads: threadsDe,
  transcript: transcriptDe,
};
