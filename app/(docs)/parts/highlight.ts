/** A small tokenizer for the samples: strings, comments, keywords and numbers. */

export interface Token {
  /** Where it begins; used as its key. */
  readonly at: number;
  readonly kind: 'plain' | 'string' | 'comment' | 'word' | 'number' | 'key';
  readonly text: string;
}

const WORDS =
  'await|async|case|catch|class|const|def|echo|except|export|false|False|for|from|function|getenv|if|import|in|let|new|None|null|print|public|return|static|string|throws|true|True|try|using|var|void|with|as';

const PATTERN = new RegExp(
  [
    String.raw`(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))`,
    String.raw`(?<string>"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60[^\x60]*\x60)`,
    String.raw`(?<comment>(?:^|\s)#[^\n]*|//[^\n"']*$)`,
    String.raw`(?<word>\b(?:${WORDS})\b)`,
    String.raw`(?<number>\b\d[\d_]*(?:\.\d+)?\b)`,
  ].join('|'),
  'gm',
);

const KINDS = ['key', 'string', 'comment', 'word', 'number'] as const;

export function highlight(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const add = (kind: Token['kind'], text: string) => {
    if (text !== '') tokens.push({ at: end, kind, text });
    end += text.length;
  };
  for (const match of code.matchAll(PATTERN)) {
    add('plain', code.slice(end, match.index));
    add(KINDS.find((kind) => match.groups?.[kind] !== undefined) ?? 'plain', match[0]);
  }
  add('plain', code.slice(end));
  return tokens;
}
