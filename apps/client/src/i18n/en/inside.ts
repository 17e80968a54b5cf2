import { audio } from './audio.ts';
import { banners } from './banners.ts';
import { blocked } from './blocked.ts';
import { callDetail } from './call-detail.ts';
import { calls } from './calls.ts';
import { channels } from './channels.ts';
import { contactFiles } from './contact-files.ts';
import { contactForm } from './contact-form.ts';
import { contacts } from './contacts.ts';
import { favorites } from './favorites.ts';
import { forwarding } from './forwarding.ts';
import { inbox } from './inbox.ts';
import { integrations } from './integrations.ts';
import { omnibar } from './omnibar.ts';
import { people } from './people.ts';
import { phones } from './phones.ts';
import { settings } from './settings.ts';
import { soundInput } from './sound-input.ts';

/** Words of all that is behind the sign-in, loaded with it. */
export const inside = {
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
  calls,
  channels,
  forwarding,
  inbox,
  omnibar,
  people,
  phones,
  soundInput,
};
