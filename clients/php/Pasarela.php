<?php
/**
 * Client of the Pasarela taxpayer lookups: one file, PHP 7.4 or later with its curl extension.
 *
 *     require 'Pasarela.php';
 *     $client = new Pasarela('https://api.example.gt', 'login', 'token');
 *     try {
 *         var_dump($client->lookupOmisos(['nit' => '48217638'])->data['tieneIncumplimientos']);
 *     } catch (PasarelaError $error) {
 *         echo $error->status, ' ', $error->kind, ' ', $error->contact, ' ', $error->requestId;
 *     }
 */
declare(strict_types=1);

final class Pasarela
{
    // <generated>
    // Made from the contract by npm run client:generate. Digest:
    // e415f6cd10c56f33a98082c4cb9ba4b4326254ad38dca7dc4062b866bf4f76e3
    public const VERSION = '2026-11-25';
    public const REPETITIONS = 3;
    public const KEY_MINUTES = 15;
    private const STATUSES = [
        400 => ['bad_request', 'corrected', 'you'],
        401 => ['unauthorized', 'resolved', 'support'],
        402 => ['payment_required', 'resolved', 'support'],
        403 => ['forbidden', 'resolved', 'support'],
        404 => ['not_found', 'later', 'nobody'],
        405 => ['method_not_allowed', 'corrected', 'you'],
        409 => ['key_conflict', 'moments', 'support'],
        413 => ['too_large', 'corrected', 'you'],
        422 => ['key_reused', 'corrected', 'you'],
        429 => ['rate_limited', 'minutes', 'nobody'],
        500 => ['server_error', 'minutes', 'support'],
        502 => ['unavailable', 'backoff', 'nobody'],
    ];
    private const CONTACTS = [
        'Integration authentication required.' => 'you',
        'RENAP access not enabled.' => 'administrator',
        'The registry could not be queried.' => 'nobody',
        'RTU access not enabled.' => 'administrator',
        'Se requieren credenciales de integracion.' => 'you',
        'Integración no encontrada con estas credenciales.' => 'administrator',
        'Esta consulta no esta habilitada para tu integracion.' => 'administrator',
        'La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.' => 'nobody',
        'Esta Idempotency-Key ya no admite repeticiones. Cada consulta necesita una clave propia, no una fija.' => 'you',
        'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.' => 'administrator',
    ];
    // </generated>

    private string $base;
    private array $headers;
    private float $timeout, $pause;

    /** Waits $pause seconds, then four times as long, and so on, before it repeats. */
    public function __construct(string $baseUrl, string $login, string $token, float $timeout = 35, float $pause = 1)
    {
        if (!preg_match('~^https?://[^/?#@]+(/[^?#@]*)?$~D', $baseUrl)) {
            throw new InvalidArgumentException('baseUrl must be an address such as https://api.example.gt');
        }
        $this->base = rtrim($baseUrl, '/');
        $this->headers = [
            'content-type: application/json',
            'accept: application/json',
            'user-agent: pasarela-php/' . self::VERSION,
            'x-integracion-login: ' . self::visible('login', $login),
            'x-integracion-token: ' . self::visible('token', $token),
        ];
        [$this->timeout, $this->pause] = [$timeout, $pause];
    }

    /** Options of every lookup: requestId, wait; of the catalogs also idempotencyKey. */
    public function searchRenapByCui(string $cui, array $options = []): PasarelaResult
    {
        return $this->ask('/renap/buscar-cui', ['cui' => $cui], $options);
    }

    public function searchRtuByNits(array $nits, array $options = []): PasarelaResult
    {
        return $this->ask('/rtu/nits', ['nits' => array_values($nits)], $options);
    }

    /** The body of a catalog has nit or cui as text, and actualizado. */
    public function lookupCuiNit(array $body, array $options = []): PasarelaResult
    {
        return $this->ask('/catalogos/cui-nit', $body, $options);
    }

    /** Its body may also have date_of_birth. */
    public function lookupRtuV2(array $body, array $options = []): PasarelaResult
    {
        return $this->ask('/catalogos/rtu', $body, $options);
    }

    public function lookupOmisos(array $body, array $options = []): PasarelaResult
    {
        return $this->ask('/catalogos/omisos', $body, $options);
    }

    /** Repeats by the rules of the guide; the option wait also waits for the window of a 429. */
    private function ask(string $path, array $body, array $options): PasarelaResult
    {
        $billed = strpos($path, '/catalogos/') === 0;
        $requestId = self::visible('requestId', $options['requestId'] ?? bin2hex(random_bytes(16)));
        $key = $billed ? self::visible('idempotencyKey', $options['idempotencyKey'] ?? bin2hex(random_bytes(16))) : null;
        $headers = array_merge($this->headers, ["x-request-id: $requestId"], $billed ? ["idempotency-key: $key"] : []);
        $json = json_encode((object) $body, JSON_THROW_ON_ERROR);
        $possible = false;
        $repeats = $waits = 0;
        for ($attempts = 1; ; $attempts++) {
            [$status, $answered, $text] = $this->send($path, $headers, $json);
            $end = self::read($path, $billed, $status, $answered, $text);
            $end->attempts = $attempts;
            if ($end instanceof PasarelaResult) {
                return $end;
            }
            $possible = $possible || $end->charged === 'possible';
            if ($status === 429 && ($options['wait'] ?? false) && $waits++ < 20) {
                $ended = preg_match('/;r=0;t=(\d+)/', $answered['ratelimit'] ?? '', $window);
                $pause = ($ended ? (int) $window[1] : 60) * $this->pause * 1000000;
                usleep((int) $pause + random_int(0, 1000000));
            } elseif (in_array($status, [null, 409, 500, 502, 503, 504], true) && $repeats < self::REPETITIONS) {
                $pause = (int) ($this->pause * 4 ** $repeats++ * 1000000);
                usleep(random_int(intdiv($pause, 2), $pause));
            } else {
                $end->charged = $possible ? 'possible' : 'no';
                $end->requestId = $answered['x-request-id'] ?? $requestId;
                $end->idempotencyKey = $key;
                throw $end;
            }
        }
    }

    /** Returns status, headers and body; the status is null when no whole answer came. */
    private function send(string $path, array $headers, string $json): array
    {
        $answered = [];
        $curl = curl_init($this->base . $path);
        curl_setopt_array($curl, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $json,
            CURLOPT_HTTPHEADER => array_merge($headers, ['expect:']),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false, // credentials must not follow to another address
            CURLOPT_TIMEOUT_MS => (int) ($this->timeout * 1000),
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$answered): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $answered[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        curl_close($curl);
        return $text === false ? [null, [], ''] : [$status, $answered, $text];
    }

    /** @return PasarelaResult|PasarelaError */
    private static function read(string $path, bool $billed, ?int $status, array $headers, string $text): object
    {
        $possible = $billed ? 'possible' : 'no';
        if ($status === null) {
            return new PasarelaError('no_answer', null, '', $possible);
        }
        $answer = json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
        $answer = is_array($answer) ? self::withTextCodes($answer) : null;
        $passedOn = $path === '/renap/buscar-cui' && is_bool($answer['success'] ?? null);
        if ($passedOn || ($status === 200 && is_array($answer['data'] ?? null))) {
            return new PasarelaResult($status, $headers, $text, $billed ? $answer['data'] : $answer);
        }
        if (!isset(self::STATUSES[$status]) || ($answer === null && $status !== 429)) {
            return new PasarelaError('unexpected_answer', $status, $text, $possible);
        }
        [$kind, $retry, $contact] = self::STATUSES[$status];
        $contact = self::CONTACTS[$answer['message'] ?? $answer['error'] ?? $text] ?? $contact;
        return new PasarelaError($kind, $status, $text, $status === 500 ? $possible : 'no', [$retry, $contact]);
    }

    private static function withTextCodes(array $record): array
    {
        foreach ($record as $name => $value) {
            if (is_array($value)) {
                $record[$name] = self::withTextCodes($value);
            } elseif ($name === 'codigo' && (is_int($value) || is_float($value))) {
                $record[$name] = json_encode($value);
            }
        }
        return $record;
    }

    private static function visible(string $name, string $value): string
    {
        if (preg_match('/^[!-~]+$/D', $value)) {
            return $value;
        }
        throw new InvalidArgumentException("$name must be visible ASCII without blanks");
    }

    /** Returns the NIT as sources write it, and a warning or null. Never refuses. */
    public static function normalizeNit(string $text): array
    {
        $nit = self::withoutSeparators($text);
        if (in_array($nit, ['CF', 'C/F', 'C.F.', 'CONSUMIDORFINAL'], true)) {
            return [$nit, 'final_consumer'];
        }
        if (!preg_match('/^[0-9]{1,12}[0-9K]$/D', $nit)) {
            return [$nit, 'not_a_nit'];
        }
        $sum = 0;
        foreach (str_split(strrev(substr($nit, 0, -1))) as $index => $digit) {
            $sum += (int) $digit * ($index + 2);
        }
        return [$nit, '0123456789K'[(11 - $sum % 11) % 11] === substr($nit, -1) ? null : 'check_digit'];
    }

    /** Returns the CUI without separators, and a warning or null. Never refuses. */
    public static function normalizeCui(string $text): array
    {
        $cui = self::withoutSeparators($text);
        if (preg_match('/^[0-9]{8,12}$/D', $cui)) {
            return [$cui, self::isCui(str_pad($cui, 13, '0', STR_PAD_LEFT)) ? 'lost_zeros' : 'not_a_cui'];
        }
        if (!preg_match('/^[0-9]{13}$/D', $cui)) {
            return [$cui, 'not_a_cui'];
        }
        return [$cui, self::isCui($cui) ? null : 'check_digit'];
    }

    private static function isCui(string $cui): bool
    {
        $sum = 0;
        for ($index = 0; $index < 8; $index++) {
            $sum += (int) $cui[$index] * ($index + 2);
        }
        return $sum % 11 === (int) $cui[8];
    }

    private static function withoutSeparators(string $text): string
    {
        return strtoupper(preg_replace('/[\s\x{00A0}\x{2010}-\x{2015}-]/u', '', $text) ?? $text);
    }
}

/** An answer. The body is exactly what came; in data every codigo is text. Amounts are null without receipts. */
final class PasarelaResult
{
    public int $status;
    public string $body;
    public array $data;
    public ?string $requestId, $queryId, $charged, $balance, $proof;
    public bool $repeated;
    public int $attempts = 1;

    public function __construct(int $status, array $headers, string $body, array $data)
    {
        [$this->status, $this->body, $this->data] = [$status, $body, $data];
        $this->requestId = $headers['x-request-id'] ?? null;
        $this->queryId = $headers['x-consulta-id'] ?? null;
        $this->charged = $headers['x-consulta-cobro'] ?? null;
        $this->balance = $headers['x-saldo-disponible'] ?? null;
        $this->proof = $headers['x-consulta-constancia'] ?? null;
        $this->repeated = ($headers['x-consulta-sin-cobro'] ?? '') === 'true';
    }
}

/** A lookup without a result. Branch by status (null: no answer) or kind; it never holds the token. */
final class PasarelaError extends RuntimeException
{
    /** charged: no, possible. contact: you, administrator, support, nobody. */
    public string $kind, $body, $charged, $retry, $contact;
    public ?int $status;
    /** The key serves to ask again later without paying twice. */
    public ?string $requestId = null, $idempotencyKey = null;
    public int $attempts = 1;

    public function __construct(string $kind, ?int $status, string $body, string $charged, array $advice = ['backoff', 'nobody'])
    {
        parent::__construct($kind . ' (' . ($status ?? 'no answer') . ')');
        [$this->kind, $this->status, $this->body, $this->charged] = [$kind, $status, $body, $charged];
        [$this->retry, $this->contact] = $advice;
    }
}
