import type { inside as model } from '../en/inside.ts';
import type { Shape } from '../shape.ts';
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

export const inside: Shape<typeof model> = {
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
