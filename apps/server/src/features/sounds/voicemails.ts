import { rm } from 'node:fs/promises';
import type { Greetings } from './greetings.ts';
import { type VoicemailKeeperParts, voicemailKeeper } from './voicemail-keeper.ts';

/** Voicemails and greetings as the exchange needs them (`Voicemails` of its ports), and what the server does with them. */
export function voicemails({ greetings, ...parts }: VoicemailKeeperParts & { readonly greetings: Greetings }) {
  return {
    ...voicemailKeeper(parts),

    async greetingOf(channelId: string): Promise<{ file: string } | null> {
      const file = await greetings.fileOf(channelId);
      return file === null ? null : { file };
    },

    async greetingRecorded(channelId: string, path: string): Promise<void> {
      const kept = await greetings.keepRecorded(channelId, path);
      parts.log.info({ channelId, kept }, 'voicemail: greeting recorded by phone');
      await rm(path, { force: true });
    },
  };
}
