import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';

interface TranscriptViewProps {
  row: InboxRow;
  /** What the two sides are called. */
  names: { user: string; remote: string };
  /** Back to the page of the call. */
  onBack: () => void;
  /** Deletes the transcript for good; asked before. */
  onDelete: () => void;
}

/** What was said in a call, in step with its recording. */
export function TranscriptView({ row }: TranscriptViewProps) {
  return (
    <ol>
      {row.documentation.transcription?.items.map((item) => (
        <li key={item.startTime}>{item.text}</li>
      ))}
    </ol>
  );
}
