import { advanced } from './advanced.ts';
import { aiFeatures } from './ai-features.ts';
import { apiTokens } from './api-tokens.ts';
import { callNotes } from './call-notes.ts';
import { customWords } from './custom-words.ts';
import { emails } from './emails.ts';
import { extensions } from './extensions.ts';
import { featureCodes } from './feature-codes.ts';
import { feedback } from './feedback.ts';
import { help } from './help.ts';
import { labs } from './labs.ts';
import { notes } from './notes.ts';
import { parked } from './parked.ts';
import { phoneRecording } from './phone-recording.ts';
import { pickUp } from './pick-up.ts';
import { player } from './player.ts';
import { preferences } from './preferences.ts';
import { profile } from './profile.ts';
import { rooms } from './rooms.ts';
import { secondFactor } from './second-factor.ts';
import { signOn } from './sign-on.ts';
import { spokenText } from './spoken-text.ts';
import { threads } from './threads.ts';
import { transcript } from './transcript.ts';

/** Words of what no first sight of the window shows; they come with `withLaterWords`. */
export const later = {
  advanced,
  aiFeatures,
  apiTokens,
  callNotes,
  customWords,
  emails,
  extensions,
  featureCodes,
  feedback,
  help,
  labs,
  notes,
  parked,
  phoneRecording,
  pickUp,
  player,
  preferences,
  profile,
  rooms,
  secondFactor,
  signOn,
  spokenText,
  threads,
  transcript,
};
