import { analysesOf } from './analyses.ts';
import { conversationsOf, transfersOf } from './dialogs.ts';
import { momentOf } from './moments.ts';
import { ourParty, theirParty } from './parties.ts';
import type { VconSource } from './source.ts';
import { type Vcon, type VconParty, vcon } from './vcon-schema.ts';

/**
 * The vCon of a call, unsigned (draft-ietf-vcon-vcon-core): party 0 is ours, 1 the other side, dialog 0 the call. Of what
 * was made of it stands here what is there; what was deleted, refused or never asked for does not. Throws where the outcome
 * breaks the draft.
 */
export function writeVcon(source: VconSource): Vcon {
  const { event, uuid, createdAt } = source;
  const { documentation } = event;
  const parties: VconParty[] = [ourParty(source), theirParty(source)];
  const talked = conversationsOf(source);
  const dialog = [...talked, ...transfersOf(source, parties, talked)];
  const analysis = analysesOf(documentation);
  const { callHeadline, note } = documentation;
  const headline = callHeadline?.status === 'success' ? callHeadline.text : null;
  const hasNote = note?.status === 'success' && note.content !== '';
  return vcon.parse({
    uuid,
    extensions: ['CC'],
    created_at: momentOf(createdAt),
    ...(headline && { subject: headline }),
    parties,
    dialog,
    ...(analysis.length > 0 && { analysis }),
    ...(hasNote && {
      attachments: [
        {
          purpose: 'note',
          start: momentOf(note.updatedAt ?? note.createdAt ?? event.call.startedAt),
          party: 0,
          dialog: 0,
          mediatype: 'text/html',
          body: note.content,
          encoding: 'none',
        },
      ],
    }),
  });
}
