import type { AskedCaller, AskingEnd, AssistantScript, CallAssistants, RecordedAnswer } from '../../call-assistants.ts';

/** What callers answer to call assistants, in memory. */
export class FakeAssistants implements CallAssistants {
  readonly scripts = new Map<string, AssistantScript>();
  readonly asked: AskedCaller[] = [];
  readonly lines: string[] = [];

  async scriptOf(_accountId: string, assistantId: string): Promise<AssistantScript | null> {
    return this.scripts.get(assistantId) ?? null;
  }

  async opened(asked: AskedCaller): Promise<void> {
    this.asked.push(asked);
  }

  async answering(_resultId: string, questionId: string): Promise<{ readonly path: string }> {
    return { path: `/answers/${questionId}.wav` };
  }

  async finished(_resultId: string, end: AskingEnd, answers: readonly RecordedAnswer[]): Promise<void> {
    for (const { questionId, durationMs } of answers) this.lines.push(`${questionId} ${durationMs}`);
    this.lines.push(`finished ${end}`);
  }
}
