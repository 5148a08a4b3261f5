/** The clients of one file each, by language, below the folder `clients`. */
export const clientFiles = {
  PHP: 'php/Pasarela.php',
  Python: 'python/pasarela.py',
  Java: 'java/Pasarela.java',
  'C#': 'csharp/Pasarela.cs',
} as const;

export type ClientLanguage = keyof typeof clientFiles;
export const CLIENT_LANGUAGES = Object.keys(clientFiles) as ClientLanguage[];

/** Path under which a deployment serves a client. */
export function clientPath(language: ClientLanguage): string {
  return `/docs/clientes/${clientFiles[language].replace(/^.*\//, '')}`;
}
