import type { AiConnection, AiConnectionOptions, AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { hasOwnAddress, hostOfService } from '@sidetone/contract/rules/ai/ai-services.ts';

/** What is open in the panel: a service, or a new one of a purpose. */
export type OpenService =
  | { readonly at: 'new'; readonly purpose: AiPurpose; readonly kind: AiServiceKind }
  | { readonly at: 'service'; readonly service: AiConnection };

export interface ServiceValues {
  kind: AiServiceKind;
  name: string;
  url: string;
  model: string;
  /** Written and never read: empty for one that is there. */
  key: string;
  confirmed: boolean;
  processor: { name: string; place: string };
  options: OptionValues;
}

/** Numbers as they are typed; empty means the usual. */
export interface OptionValues {
  contextTokens: string;
  concurrency: string;
  timeoutSeconds: string;
  voices: { de: string; en: string };
  prices: { currency: string; perMillionTokensIn: string; perMillionTokensOut: string; perAudioMinute: string };
}

/** Companies behind services that have an address of their own. */
const processors: Readonly<Partial<Record<AiServiceKind, string>>> = {
  openai: 'OpenAI',
  mistral: 'Mistral AI',
  anthropic: 'Anthropic',
  deepgram: 'Deepgram',
};
export const processorOf = (kind: AiServiceKind): string => processors[kind] ?? '';

/** Models that work well at the time of writing; anything else can be typed. */
export const usualModels: Readonly<Record<AiPurpose, Readonly<Partial<Record<AiServiceKind, string>>>>> = {
  language: { openai: 'gpt-4.1-mini', mistral: 'mistral-medium-latest', anthropic: 'claude-sonnet-4-5' },
  speech: { openai: 'whisper-1', mistral: 'voxtral-mini-latest', deepgram: 'nova-3', openaiCompatible: 'whisper-1' },
  voice: { openai: 'gpt-4o-mini-tts', openaiCompatible: 'tts-1' },
};

export function serviceValues(open: OpenService, nameOf: (kind: AiServiceKind) => string): ServiceValues {
  if (open.at === 'service') {
    const { kind, name, url, model } = open.service;
    const processor = open.service.processor ?? { name: processorOf(kind), place: '' };
    const options = optionValues(open.service.options);
    return { kind, name, url: url ?? '', model, key: '', confirmed: false, processor, options };
  }
  const { purpose, kind } = open;
  return {
    kind,
    name: nameOf(kind),
    url: '',
    model: usualModels[purpose][kind] ?? '',
    key: '',
    confirmed: false,
    processor: { name: processorOf(kind), place: '' },
    options: optionValues(null),
  };
}

function optionValues(options: AiConnectionOptions | null): OptionValues {
  const prices = options?.prices;
  const price = (millionths: number | null | undefined) => (millionths == null ? '' : String(millionths / million));
  return {
    contextTokens: String(options?.contextTokens ?? ''),
    concurrency: String(options?.concurrency ?? ''),
    timeoutSeconds: String(options?.timeoutSeconds ?? ''),
    voices: { de: options?.voices?.de ?? '', en: options?.voices?.en ?? '' },
    prices: {
      currency: prices?.currency ?? '',
      perMillionTokensIn: price(prices?.perMillionTokensIn),
      perMillionTokensOut: price(prices?.perMillionTokensOut),
      perAudioMinute: price(prices?.perAudioMinute),
    },
  };
}

const million = 1_000_000;

/** What is typed, with a point or a comma; null for nothing. No number is left as it is, and the schema refuses it. */
const numberOf = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'));
const priceOf = (typed: string): number | null => {
  const value = numberOf(typed);
  return value === null ? null : Math.round(value * million);
};

const nameOf = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** The options as the server takes them. Without a currency nothing is priced. */
export function optionsOf({ contextTokens, concurrency, timeoutSeconds, voices, prices }: OptionValues) {
  const { currency, perMillionTokensIn, perMillionTokensOut, perAudioMinute } = prices;
  return {
    contextTokens: numberOf(contextTokens),
    concurrency: numberOf(concurrency),
    timeoutSeconds: numberOf(timeoutSeconds),
    voices: voices.de.trim() + voices.en.trim() === '' ? null : { de: nameOf(voices.de), en: nameOf(voices.en) },
    prices:
      currency === ''
        ? null
        : {
            currency,
            perMillionTokensIn: priceOf(perMillionTokensIn),
            perMillionTokensOut: priceOf(perMillionTokensOut),
            perAudioMinute: priceOf(perAudioMinute),
          },
  };
}

/** Belongs to a confirmation; without a place the server says what is missing. */
const processorIn = ({ confirmed, processor }: ServiceValues) =>
  confirmed && processor.name.trim() !== '' && processor.place.trim() !== '' ? processor : null;

const urlOf = ({ kind, url }: Pick<ServiceValues, 'kind' | 'url'>): string | null =>
  hasOwnAddress(kind) && url.trim() !== '' ? url.trim() : null;

/** Where calls would go; null where they stay, or where nothing is entered yet. */
export const hostOf = (values: Pick<ServiceValues, 'kind' | 'url'>): string | null =>
  hostOfService({ kind: values.kind, url: urlOf(values) });

/** Whether the administrator has to confirm that calls leave for what is entered: another place needs it again. */
export function needsConfirmation(open: OpenService, values: Pick<ServiceValues, 'kind' | 'url'>): boolean {
  const host = hostOf(values);
  if (host === null) return false;
  if (open.at === 'new') return true;
  const { service } = open;
  return service.confirmedAt === null || originOf(urlOf(values)) !== originOf(service.url);
}

const originOf = (url: string | null): string | null => (url === null ? null : (URL.parse(url)?.origin ?? null));

/** The form as the server takes it. */
export function newServiceBody(purpose: AiPurpose, values: ServiceValues) {
  const { kind, name, model, key, confirmed } = values;
  return {
    purpose,
    kind,
    name,
    url: urlOf(values),
    model,
    options: optionsOf(values.options),
    key: key.trim() === '' ? null : key,
    confirmed,
    processor: processorIn(values),
  };
}

/** A change of it; a key is named only where one was typed. */
export function changeBody({ rev }: Pick<AiConnection, 'rev'>, values: ServiceValues) {
  const { name, model, key, confirmed } = values;
  const options = optionsOf(values.options);
  const given = { rev, name, url: urlOf(values), model, options, confirmed, processor: processorIn(values) };
  return key.trim() === '' ? given : { ...given, key };
}
