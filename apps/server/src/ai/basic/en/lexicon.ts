import type { Lexicon } from '../lexicon.ts';
import { englishMood } from './mood.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const fillers = words(`
  a an the and or but so if then than that this these those there here it its is are was were be been being am do does did done
  have has had having will would shall should can could may might must not no yes i you he she we they me him her us them my your
  his our their mine yours ours of in on at to for from by with about into over under after before between through during out up
  down off as what when where which who whom whose why how all any some each every few more most much many other such only own same too very
  just also now well okay ok oh um uh right sure fine thing things get got go going come came let make made know think want need
  say said tell told please thank thanks hello hi good morning afternoon evening bye goodbye sir madam mr mrs ms one anything
  something everything nothing really actually still already maybe again because while until against once`);

/** Verbs of things that one does after a call. */
const doing =
  'send|call|email|mail|ring|check|bring|deliver|book|order|cancel|prepare|write|forward|transfer|pay|refund|replace|repair|fix|update|change|move|confirm|arrange|schedule|ask|find|look|talk|speak|put|take|give|let|make|post|return|sign|add|remove|deduct|credit|ship|order|install|visit|come|get|set|pick|drop|file|submit|review|print|draft|contact|remind|reserve|reschedule|organise|organize|quote|register|issue|courier|leave|meet|collect|show|join|reset|install|inform|pass|note|raise|sort|follow|reset|upgrade|extend|renew|phone|text|speak|drive|hand|keep|cover|calculate|drop|apply|report|complain';

/** What English calls are read by. */
export const english: Lexicon = {
  fillers,
  endings: [
    "'s",
    'ations',
    'ation',
    'ments',
    'ment',
    'ings',
    'ing',
    'ies',
    'ied',
    'eds',
    'ed',
    'es',
    'ly',
    's',
    'e',
    'y',
  ],
  abbreviations: words('mr mrs ms dr st no vs e.g i.e etc approx dept inc ltd co a.m p.m'),
  months: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  greeting:
    /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|thank you for calling|thanks for calling)\b|\bmy name is\b|\bspeaking$|\bhow (?:can|may) i help\b|\bhow are you\b/,
  farewell:
    /\b(?:good bye|goodbye|bye|see you|take care|have a (?:nice|good|great|lovely) \S+|speak (?:to you )?soon|talk (?:to you )?(?:soon|later|then))\b|^(?:no ,? )?that is (?:all|it|everything)/,
  thanks:
    /^(?:great ,? |okay ,? |ok ,? |yes ,? |no ,? |wonderful ,? |perfect ,? )*(?:thank you|thanks|many thanks|cheers|you are welcome|my pleasure|no problem)\b|\bhappy to hear\b|\bglad to hear\b|\banything else (?:that )?i can\b/,
  purpose:
    /\b(?:i am (?:calling|ringing|phoning)|i (?:called|rang) (?:about|because|to)|calling (?:about|because|to|regarding)|it is about|the reason (?:i|for)|i have a question|i wanted to (?:ask|check|know|order|cancel|book)|i would like to|i need (?:to|some|a|an|help)|regarding)\b/,
  problem:
    /\b(?:broken|broke|hurts?|injured|leaks|dripping|soaked|scratched|torn|ruined|unusable|wrongly|complain|overcharged|refuses|damaged|does not work|do not work|did not work|is not working|not working|stopped|failed|fails|failing|error|fault|faulty|problem|problems|issue|issues|wrong|missing|lost|late|delayed|overdue|leak|leaking|complaint|unfortunately|mistake|cannot|crashed|crashes|locked out|blocked|expired|cancelled|sick|ill)\b/,
  decision:
    /\b(?:we (?:have )?(?:decided|agreed)|let us (?:do|go|say|take|make|meet)|agreed|that works|works for (?:me|us)|is fine|sounds good|we will go (?:with|for)|i will go (?:with|for)|we will take|i will take (?:the|that|it)|deal|so we|settled|move the|have to move|(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday) it is)\b/,
  need: /\b(?:i need|we need|need (?:a|an|the|it|to|\d)|required|require|important|urgent|must|has to|(?:order|invoice|customer|reference|account|case|ticket|serial|policy) number|\w+ (?:number|code|reference) is|costs?|price is|comes to|takes about|it takes|do not eat|allergic|deadline)\b/,
  machine:
    /\b(?:ignore (?:all|any|every|the|previous|earlier)|(?:ignore|disregard|forget|override)(?: \S+){0,4} (?:instructions?|orders|rules)|(?:earlier|previous|prior) (?:\S+ )?instructions|system message|system prompt|new task|prompt|you are now|test mode|language model|transcript ends|secret key|disregard|print the|jailbreak)\b/,
  promise: new RegExp(
    `\\b(?:i|we) (?:will|shall|am going to|are going to|can|could) (?:also |then |just |gladly |definitely |make sure |certainly |personally |have to |need to )*(?:${doing})\\b|\\blet me (?:send|check|call|find|look|ask|put|make|email|book|confirm|arrange)\\b|\\bi am (?:sending|booking|ordering|putting|transferring)\\b`,
  ),
  noPromise:
    /\b(?:i will (?:be|see|say|have a think|think)|we will (?:see|be)|let me (?:see|think|just see)|can i (?:help|ask|have|get|take your)|i can (?:not|see|hear|understand|only|tell you)|i could not|we could not|let me (?:check|look|have a look|find)(?: (?:that|this|it|here|for you|quickly|right now|just now))*$|one moment|if i (?:will|can)|should i|shall i|shall we|what can i)\b/,
  request: new RegExp(
    `\\bplease (?:do not |also |just |then |kindly )*(?:${doing}|make|keep|use|leave|hold|do|allow|remember|include|charge|bill|switch|turn|stop)\\b|\\b(?:could|can|would|will) you (?:please |also |just |kindly |then |maybe |perhaps )*(?:${doing}|make|help|keep|include|do|remember|switch|turn|stop)\\b|\\b(?:i need|i want|we need|i would like|we would like) you to\\b|\\byou (?:need|have) to (?:${doing})\\b|^(?:and |then |so |okay ,? |ok ,? |yes ,? |no ,? |just |good ,? )*(?:send|call|email|ring|bring|book|order|cancel|forward|transfer|deduct|remember to|make sure|remind|let me know|let us know|charge|invoice|bill|put me|take it|ask (?:her|him|them))\\b`,
  ),
  offer: new RegExp(`\\b(?:shall|should|can|could) (?:i|we) (?:also |then |just |maybe )*(?:${doing})\\b`),
  acceptance:
    /^(?:oh ,? )?(?:yes(?! but)|yeah|please|sure|of course|absolutely|definitely|perfect|great|good idea|that would be|gladly|i would like that|go ahead)\b/,
  asksForWords:
    /\b(?:tell|give me (?:the|your|a)|spell|repeat|say that|say it|explain|describe|confirm (?:your|the)|hold on|hold the line|hold please|bear with|wait|speak (?:up|slower|to)|let me know (?:the|your) (?:number|name))\b/,
  reply:
    /^(?:yes|no|yeah|yep|nope|right|exactly|correct|sure|okay|ok|all right|alright|good|great|fine|of course|perfect|absolutely|certainly)\b/,
  smallTalk:
    /\b(?:how (?:was|were|is|are) (?:your|the (?:kids|family|holiday|weekend|weather|wedding)|everyone)|did you (?:have a (?:good|nice|great|lovely)|see the (?:game|match)|enjoy)|say hello to|give my (?:best|regards) to|i hope (?:your|you had|you have|the family|she|he)|how have you been|(?:doing|planning) (?:anything|something) (?:nice|special|fun|exciting)|any (?:nice )?plans for|what a (?:lovely|terrible|nice) (?:day|weekend)|(?:lovely|terrible|nice|awful|dreadful|horrible|beautiful|gorgeous|miserable|cold|hot|wet) weather|congratulations|get well soon|merry christmas|happy (?:easter|birthday|new year)|speaking of (?:the weather|holidays))\b/,
  themes: {
    holiday:
      /\b(?:holiday|holidays|vacation|trip|travel\w*|camping|caravan|camper|beach|lake|sea|mountains|italy|spain|france|greece|portugal)\b/,
    weekend: /\b(?:weekend)\b/,
    weather: /\b(?:weather|sunny|rain|raining|snow|heat|storm)\b/,
    family: /\b(?:daughter|son|kids|children|family|wedding|baby|birthday|grandchildren|parents)\b/,
    health: /\b(?:knee|surgery|operation|recover\w*|hospital|flu|back pain|feeling better|get well|crutches)\b/,
    sport: /\b(?:game|match|football|team|marathon|league|golf|tennis)\b/,
    leisure: /\b(?:concert|garden|dog|cat|party|theatre|theater|movie|christmas|easter)\b/,
  },
  questionWords: [
    [
      /^(?:and |so |but )*(?:when|at what time|what time|what day|which day|by when|until when|on which day)\b|\bwhat time\b/,
      'day',
    ],
    [/\bhow much\b|\bwhat (?:does|did|will|would) .* cost\b|\bwhat is the (?:price|cost)\b|\bwhat price\b/, 'amount'],
    [
      /\bhow (?:many|long|often|heavy|big|large|old|far|tall|high|wide|fast)\b|\b(?:what|which) .*\b(?:number|code|reference)\b/,
      'number',
    ],
    [/^(?:and |so |but )*where\b/, 'place'],
    [/^(?:and |so |but )*(?:who|whom|whose)\b/, 'person'],
    [/^(?:and |so |but )*(?:what|which|why|how)\b/, 'thing'],
  ],
  yesOrNo:
    /^(?:and |so |but |then )*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|am)\b/,
  place:
    /\b(?:in|at|on|near|behind|under|next to|opposite|inside|outside|to) (?:the |a |an |our |your |my )?\S+|\b\S+ (?:street|road|avenue|lane|square|drive)\b/,
  amount:
    /[$€£]\s?\d|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\S+teen|\S+ty|hundred|thousand))\s*(?:euros?|dollars?|pounds?|cents?|pence|percent|%|bucks)/,
  clock:
    /\b(?:\d{1,2}(?::\d{2})? ?(?:am|pm|o'clock)|\d{1,2}:\d{2}|(?:at|by|before|after|around|until|from) (?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})(?: thirty| fifteen| forty-five| o'clock)?|noon|midday|midnight|half past \S+)\b/,
  articles: words('a an the my your his her our their this that these those new next last first'),
  mood: englishMood,
};
