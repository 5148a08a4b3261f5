import type { Question } from './lookups';

/** Writes a program that uses the PHP client, stores the answer and distinguishes the endings. */
export function clientExample(origin: string, { body }: Question): string {
  const fields = Object.entries(body).map(([name, value]) => `'${name}' => '${value}'`);
  return `<?php
require 'Pasarela.php';

$client = new Pasarela('${origin}', getenv('PASARELA_LOGIN'), getenv('PASARELA_TOKEN'));
try {
    $result = $client->lookupCuiNit([${fields.join(', ')}]);
    $stored = [date('c'), $result->requestId, $result->queryId, $result->body];
    file_put_contents('consultas.jsonl', json_encode($stored) . PHP_EOL, FILE_APPEND | LOCK_EX);
    echo 'Encontrado: ', $result->data['nombre'], PHP_EOL;
} catch (PasarelaError $error) {
    switch ($error->status) {
        case 404:
            echo 'Sin datos por ahora; no se cobró.', PHP_EOL;
            break;
        case 402:
            echo 'Sin saldo; avise a: ', $error->contact, PHP_EOL;
            break;
        case 409:
        case 500:
        case 502:
        case null:
            echo 'Intente después con la clave ', $error->idempotencyKey, '; ¿cobro?: ', $error->charged, PHP_EOL;
            break;
        default:
            echo $error->status, ' ', $error->kind, '; solicitud ', $error->requestId, PHP_EOL;
    }
}`;
}
