import { knownModel, onlyFields, strictSchema, VendorRefusal } from './refusal.ts';

/** What a model is asked, whichever protocol it came by. */
export interface Asked {
  readonly system: string;
  readonly user: string;
  /** Null where nothing but JSON, or not even that, is asked for. */
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** What a model says, and how it ended. */
export interface Said {
  readonly text: string;
  readonly end: 'stop' | 'length' | 'refusal';
}

/** One way to ask a language model. */
export interface LanguageProtocol {
  /** Throws `VendorRefusal`. */
  read(body: Readonly<Record<string, unknown>>, models: readonly string[]): Asked;
  answer(said: Said, model: string): unknown;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

const set = (names: string) => new Set(names.split(' '));
const chatFields = set(
  'model messages temperature top_p max_tokens max_completion_tokens response_format stop seed n user stream presence_penalty frequency_penalty tools tool_choice logprobs',
);
const responsesFields = set(
  'model input instructions text temperature top_p max_output_tokens store include tools tool_choice reasoning metadata truncation user stream service_tier parallel_tool_calls',
);
const mistralFields = set(
  'model messages temperature top_p max_tokens response_format stop random_seed safe_prompt stream presence_penalty frequency_penalty tools tool_choice n prompt_mode',
);
const anthropicFields = set(
  'model messages system max_tokens temperature top_p top_k stop_sequences metadata stream tools tool_choice thinking output_config service_tier',
);

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('');
};

const saidBy = (messages: readonly Message[], roles: readonly string[]): string =>
  messages
    .filter(({ role }) => roles.includes(role))
    .map(({ content }) => textOf(content))
    .join('\n');

const tokens = (text: string): number => Math.ceil(text.length / 4);

function messagesOf(value: unknown): readonly Message[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new VendorRefusal(400, 'missing_required_parameter', 'messages must be an array with at least one message');
  }
  return value as Message[];
}

interface Format {
  readonly type?: string;
  readonly strict?: boolean;
  readonly schema?: Record<string, unknown>;
  readonly name?: string;
  readonly json_schema?: Format;
}

function schemaOf(format: Format | undefined, takesSchema: boolean): Asked['schema'] {
  if (format === undefined || format.type === 'text' || format.type === 'json_object') return null;
  if (format.type !== 'json_schema') throw new VendorRefusal(400, 'invalid_value', `Invalid value: '${format.type}'.`);
  if (!takesSchema) throw new VendorRefusal(400, 'invalid_value', "'response_format.type' must be 'json_object'");
  const own = format.json_schema ?? format;
  if (!/^[\w-]{1,64}$/.test(own.name ?? '')) throw new VendorRefusal(400, 'invalid_value', 'a schema needs a name');
  if (own.strict === true) strictSchema(own.schema);
  return own.schema ?? {};
}

const chatAnswer: LanguageProtocol['answer'] = ({ text, end }, model) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_780_000_000,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: end === 'refusal' ? '' : text,
        refusal: end === 'refusal' ? 'I cannot.' : null,
      },
      finish_reason: end === 'refusal' ? 'content_filter' : end,
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: tokens(text), total_tokens: 100 + tokens(text) },
});

/** Chat completions of OpenAI and of servers that speak like it; some know no schema. */
export const chatCompletions = (takesSchema: boolean): LanguageProtocol => ({
  read(body, models) {
    onlyFields(Object.keys(body), chatFields);
    knownModel(body['model'], models);
    const messages = messagesOf(body['messages']);
    const schema = schemaOf(body['response_format'] as Format | undefined, takesSchema);
    return { system: saidBy(messages, ['system', 'developer']), user: saidBy(messages, ['user']), schema };
  },
  answer: chatAnswer,
});

/** Chat of Mistral. */
export const mistralChat: LanguageProtocol = {
  read(body, models) {
    onlyFields(Object.keys(body), mistralFields);
    knownModel(body['model'], models);
    const messages = messagesOf(body['messages']);
    const schema = schemaOf(body['response_format'] as Format | undefined, true);
    return { system: saidBy(messages, ['system']), user: saidBy(messages, ['user']), schema };
  },
  answer: chatAnswer,
};

/** Responses of OpenAI. */
export const responses: LanguageProtocol = {
  read(body, models) {
    onlyFields(Object.keys(body), responsesFields);
    knownModel(body['model'], models);
    const messages = messagesOf(body['input']);
    const { format } = (body['text'] ?? {}) as { format?: Format };
    const instructions = typeof body['instructions'] === 'string' ? body['instructions'] : '';
    const system = [instructions, saidBy(messages, ['system', 'developer'])].join('\n').trim();
    return { system, user: saidBy(messages, ['user']), schema: schemaOf(format, true) };
  },
  answer({ text, end }, model) {
    const content =
      end === 'refusal'
        ? [{ type: 'refusal', refusal: 'I cannot.' }]
        : [{ type: 'output_text', text, annotations: [], logprobs: [] }];
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 1_780_000_000,
      status: end === 'length' ? 'incomplete' : 'completed',
      error: null,
      incomplete_details: end === 'length' ? { reason: 'max_output_tokens' } : null,
      model,
      output: [{ type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content }],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: tokens(text),
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 100 + tokens(text),
      },
    };
  },
};

const anthropicEnds = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' } as const;

/** Messages of Anthropic. */
export const anthropicMessages: LanguageProtocol = {
  read(body, models) {
    onlyFields(Object.keys(body), anthropicFields);
    knownModel(body['model'], models);
    if (typeof body['max_tokens'] !== 'number') {
      throw new VendorRefusal(400, 'invalid_request_error', 'max_tokens: Field required');
    }
    const { format } = (body['output_config'] ?? {}) as { format?: Format };
    if (format !== undefined) strictSchema(format.schema);
    const messages = messagesOf(body['messages']);
    return { system: textOf(body['system']), user: saidBy(messages, ['user']), schema: format?.schema ?? null };
  },
  answer: ({ text, end }, model) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: end === 'refusal' ? [] : [{ type: 'text', text }],
    stop_reason: anthropicEnds[end],
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: tokens(text) },
  }),
};
