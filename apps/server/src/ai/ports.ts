import type { AiProblem, AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import type { Analysis, FoundAnswer, Language, Question, SpokenCall, Utterance } from './basic/call.ts';
import type { LanguageProvider, Usage } from './providers/language.ts';
import type { SpeechProvider } from './providers/speech.ts';
import type { UsableConnection } from './providers/usable-connection.ts';
import type { VoiceProvider } from './providers/voice.ts';

/** What an account decided about the documentation of its calls. */
interface AiSettings {
  /** Which calls are documented: all of users who switched it on, or only those that are recorded anyway. */
  readonly documentation: 'all' | 'recorded';
  /** Hours that captured sound is kept at most, 0 to 72. With 0 a stopped documentation cannot be resumed. */
  readonly soundHours: number;
  /** In which language summaries are written. */
  readonly language: 'call' | Language;
  /** Numbers of cards and accounts are blacked out before words are sent outside of this server. */
  readonly redacts: boolean;
}

/** What the account set up. */
export interface AiGround {
  settings(accountId: string): Promise<AiSettings>;
  /** The connection that serves the account for this purpose: its own first, else the server's. Null: none. */
  connection(accountId: string, purpose: AiPurpose): Promise<UsableConnection | null>;
  /** The service answered that it will not work before somebody changes the connection. */
  reportFailure(connection: Pick<UsableConnection, 'id' | 'changedRev'>, problem: AiProblem): Promise<void>;
}

/** Opens the adapter of a connection. */
export interface OpenProviders {
  speech(connection: UsableConnection): SpeechProvider;
  language(connection: UsableConnection): LanguageProvider;
  voice(connection: UsableConnection): VoiceProvider;
}

/** What a model made of a call, each point proved against the call. */
export interface ModelAnalysis extends Analysis {
  readonly summary: { readonly text: string; readonly evidence: readonly string[] } | null;
}

export interface ModelResult {
  readonly analysis: ModelAnalysis;
  readonly usage: Usage;
  /** Id and version of the prompt. */
  readonly prompt: string;
  /** Points that the model gave and that did not stand in the call, by cause. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** How much a model takes at once, and what it writes in. */
export interface ModelOptions {
  readonly contextTokens: number;
  readonly language: Language;
  /** Card and account numbers are masked before anything is sent. */
  readonly redacts: boolean;
}

/** Documents a call by a model. Throws `ProviderFailure`. */
export type DocumentByModel = (
  call: SpokenCall,
  provider: LanguageProvider,
  options: ModelOptions,
  signal: AbortSignal,
) => Promise<ModelResult>;

/** What a model answered, each answer proved against the call; null where the call does not say it. */
export interface ModelAnswers extends Pick<ModelResult, 'usage' | 'prompt' | 'dropped'> {
  readonly answers: readonly FoundAnswer[];
}

/** A call that a question may be about, with the utterances of it that are shown to a model. */
export interface QuotedCall {
  readonly call: SpokenCall;
  readonly utterances: readonly Utterance[];
}

/** Words of an answer, and where they stand: among the calls, and which utterances. */
export interface ProvedSentence {
  readonly text: string;
  readonly rests: readonly { readonly call: number; readonly utteranceIds: readonly string[] }[];
}

/** A paragraph has a row of one cell for each sentence, a list for each item. Cells of tables may be empty. */
export interface ProvedBlock {
  readonly kind: 'paragraph' | 'list' | 'table';
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ProvedSentence[])[];
}

/** What a model answered, each sentence proved against the calls; no block where they do not tell. */
export interface ModelChat extends Pick<ModelResult, 'usage' | 'prompt' | 'dropped'> {
  readonly blocks: readonly ProvedBlock[];
}

/** Answers a question about several calls by a model, in one request. Throws `ProviderFailure`. */
export type ChatByModel = (
  question: string,
  calls: readonly QuotedCall[],
  provider: LanguageProvider,
  options: ModelOptions,
  signal: AbortSignal,
) => Promise<ModelChat>;

/** Answers questions about a call by a model. Throws `ProviderFailure`. */
export type AnswerByModel = (
  call: SpokenCall,
  questions: readonly Question[],
  provider: LanguageProvider,
  options: ModelOptions,
  signal: AbortSignal,
) => Promise<ModelAnswers>;
