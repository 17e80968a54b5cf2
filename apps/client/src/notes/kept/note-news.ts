import { z } from 'zod';

const key = z.object({ user: z.string(), channelId: z.string(), docId: z.string() });
const problem = z.enum(['unreachable', 'refused', 'tooLong', 'conflict']);
const note = z.object({
  content: z.string(),
  revision: z.number(),
  updatedAt: z.string().nullable(),
  updatedBy: z.string().nullable(),
});

/** The news that parts of the app, in this tab and in the others of this browser, tell each other about a kept note. */
const noteNews = z.discriminatedUnion('is', [
  /** It is kept with this stamp, or no longer. */
  z.object({ is: z.literal('changed'), key, stamp: z.string().nullable() }),
  /** The server has this content as this note. */
  z.object({ is: z.literal('acknowledged'), key, content: z.string(), note }),
  z.object({ is: z.literal('failed'), key, problem }),
]);
export type NoteNews = z.infer<typeof noteNews>;

export interface NoteNewsLine {
  tell(news: NoteNews): void;
  /** Hears all news, from here and elsewhere, until the returned function is called. */
  hear(listener: (news: NoteNews) => void): () => void;
}

/** A line within one page. */
export function pageLine(): NoteNewsLine {
  const listeners = new Set<(news: NoteNews) => void>();
  return {
    tell(news) {
      for (const listener of [...listeners]) listener(news);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A line through all tabs of this browser. */
export function browserLine(): NoteNewsLine {
  const page = pageLine();
  const channel = new BroadcastChannel('sidetone.notes');
  channel.onmessage = ({ data }) => {
    // Another tab may run another version of the app.
    const news = noteNews.safeParse(data);
    if (news.success) page.tell(news.data);
  };
  return {
    tell(news) {
      page.tell(news);
      channel.postMessage(news);
    },
    hear: page.hear,
  };
}
