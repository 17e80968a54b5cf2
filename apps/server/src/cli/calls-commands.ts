import { readFile } from 'node:fs/promises';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { type CallSettingsChange, changeCallSettings } from '../features/account/call-settings.ts';
import { type HoldMusic, holdMusic, holdMusicFolder } from '../features/account/hold-music.ts';
import { Refusal } from '../requests/refusal.ts';
import { columns } from '../supervisor/columns.ts';
import { type Command, CommandError } from './command.ts';
import { findAccount } from './find-account.ts';
import { inCompany, yesOrNo } from './told.ts';

const setCalls: Command = {
  name: 'calls set',
  usage:
    'calls set [--user <email or extension>] [--call-waiting yes|no] [--recording-consent none|announcement|keypress] [--hold-music default|off|<file.wav>] [--voicemail-for-new-people yes|no] [--pick-up-colleagues yes|no] [--intercom yes|no] [--supervision off|shown|announced]',
  about: "change a company's call settings, and print them",
  options: {
    user: { needed: false, takesValue: true },
    'call-waiting': { needed: false, takesValue: true },
    'recording-consent': { needed: false, takesValue: true },
    'hold-music': { needed: false, takesValue: true },
    'voicemail-for-new-people': { needed: false, takesValue: true },
    'pick-up-colleagues': { needed: false, takesValue: true },
    intercom: { needed: false, takesValue: true },
    supervision: { needed: false, takesValue: true },
  },
  words: 0,
  async run({ config, db, openFar }, { options }) {
    const accountId = await findAccount(db, options['user']);
    const change: CallSettingsChange = {
      callWaiting: yesOrNo('call-waiting', options['call-waiting']),
      voicemailForNewPeople: yesOrNo('voicemail-for-new-people', options['voicemail-for-new-people']),
      picksUpColleagues: yesOrNo('pick-up-colleagues', options['pick-up-colleagues']),
      intercom: yesOrNo('intercom', options['intercom']),
      supervision: supervisionOf(options['supervision']),
      recordingConsent: consentOf(options['recording-consent']),
      holdMusic: await musicOf(
        async () => holdMusic(holdMusicFolder(config.dataDir), (await openFar?.())?.of('hold-music')),
        accountId,
        options['hold-music'],
      ),
    };
    const settings = await changeCallSettings(db, inCompany(accountId), change, async () => true);
    const said = (is: boolean) => (is ? 'yes' : 'no');
    return columns([
      ['Call waiting', said(settings.callWaiting)],
      ['Recording consent', settings.recordingConsent],
      ['Hold music', settings.holdMusic],
      ['Voicemail for new users', said(settings.voicemailForNewPeople)],
      ['Pick up calls of colleagues', said(settings.picksUpColleagues)],
      ['Colleagues may call in', said(settings.intercom)],
      ['Listening in on queues', settings.supervision],
    ]).join('\n');
  },
};

export const callsCommands: readonly Command[] = [setCalls];

const consentOf = (word: string | undefined) => {
  if (word === undefined) return undefined;
  const read = callSettings.shape.recordingConsent.unwrap().safeParse(word);
  // A word that is not known would be read as the default.
  if (read.data !== word) throw new CommandError('--recording-consent is none, announcement or keypress.');
  return read.data;
};

const supervisionOf = (word: string | undefined) => {
  if (word === undefined) return undefined;
  const read = callSettings.shape.supervision.unwrap().safeParse(word);
  if (read.data !== word) throw new CommandError('--supervision is off, shown or announced.');
  return read.data;
};

/** A path is that of a file, which is kept as the company's own music. */
const musicOf = async (open: () => Promise<HoldMusic>, accountId: string, word: string | undefined) => {
  if (word === undefined || word === 'default' || word === 'off') return word;
  const bytes = await readFile(word).catch(() => {
    throw new CommandError(`The file ${word} cannot be read.`);
  });
  const music = await open();
  try {
    await music.keep(accountId, bytes);
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(error.message);
    throw error;
  }
  return 'own';
};
