import type { inside as model } from '../en/inside.ts';
import type { Shape } from '../shape.ts';
import { advanced } from './advanced.ts';
import { aiFeatures } from './ai-features.ts';
import { audio } from './audio.ts';
import { banners } from './banners.ts';
import { blocked } from './blocked.ts';
import { callDetail } from './call-detail.ts';
import { callNotes } from './call-notes.ts';
import { calls } from './calls.ts';
import { channels } from './channels.ts';
import { contactFiles } from './contact-files.ts';
import { contactForm } from './contact-form.ts';
import { contacts } from './contacts.ts';
import { customWords } from './custom-words.ts';
import { extensions } from './extensions.ts';
import { favorites } from './favorites.ts';
import { featureCodes } from './feature-codes.ts';
import { feedback } from './feedback.ts';
import { forwarding } from './forwarding.ts';
import { help } from './help.ts';
import { inbox } from './inbox.ts';
import { integrations } from './integrations.ts';
import { labs } from './labs.ts';
import { notes } from './notes.ts';
import { omnibar } from './omnibar.ts';
import { people } from './people.ts';
import { phones } from './phones.ts';
import { player } from './player.ts';
import { preferences } from './preferences.ts';
import { profile } from './profile.ts';
import { settings } from './settings.ts';
import { soundInput } from './sound-input.ts';
import { threads } from './threads.ts';
import { transcript } from './transcript.ts';

export const inside: Shape<typeof model> = {
  help,
  profile,
  preferences,
  labs,
  advanced,
  aiFeatures,
  customWords,
  settings,
  integrations,
  favorites,
  contactFiles,
  contactForm,
  contacts,
  banners,
  blocked,
  audio,
  callDetail,
  callNotes,
  calls,
  channels,
  extensions,
  featureCodes,
  feedback,
  forwarding,
  inbox,
  notes,
  omnibar,
  people,
  phones,
  player,
  soundInput,
  threads,
  transcript,
};
