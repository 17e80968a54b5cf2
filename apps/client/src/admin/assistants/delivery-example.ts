interface Delivery {
  /** Of this server, such as `https://phone.example.com`. */
  readonly origin: string;
  readonly assistantId: string;
  readonly token: string;
  /** What it may be about; null where the assistant sorts nothing. */
  readonly topic: string | null;
  /** When the call began, ISO 8601. */
  readonly startedAt: string;
}

/** Where agents deliver results of an assistant. */
export function deliveryAddress({ origin, assistantId }: Pick<Delivery, 'origin' | 'assistantId'>): string {
  return `${origin}/api/assistants/${encodeURIComponent(assistantId)}/results`;
}

/** A command for a shell that delivers one result with this token. */
export function deliveryExample(delivery: Delivery): string {
  const { token, topic, startedAt } = delivery;
  const result = {
    id: 'call-1',
    startedAt,
    durationSeconds: 74,
    from: '+493012345678',
    ...(topic === null ? {} : { primaryTopic: topic }),
    rows: [{ label: 'Call back', value: 'Today after 2 pm' }],
    summary: { keyPoints: ['Asks for an offer.'] },
    transcript: 'Assistant: Good morning.\nCaller: I would like an offer.',
  };
  return [
    `curl -X POST ${quoted(deliveryAddress(delivery))}`,
    `  -H ${quoted(`Authorization: Bearer ${token}`)}`,
    `  -H ${quoted('Content-Type: application/json')}`,
    `  -d ${quoted(JSON.stringify(result, null, 2))}`,
  ].join(' \\\n');
}

/** A text that a shell takes as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
