<?php

declare(strict_types=1);

use MedinaCare\Errors\MedinaError;
use MedinaCare\Errors\SignatureError;
use MedinaCare\Medina;
use MedinaCare\Options;
use MedinaCare\Response;
use MedinaCare\Transport;
use MedinaCare\Types\Event;
use MedinaCare\Webhooks;
use PHPUnit\Framework\TestCase;

/** Tests specific to PHP. The others are in `clients/conformance`. The platform is at MEDINA_URL. */
final class LibraryTest extends TestCase
{
    private const SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

    private function medina(mixed ...$more): Medina
    {
        return new Medina((string) getenv('MEDINA_URL'), 'sandbox-admin', 'sandbox-admin-secret', ...$more);
    }

    /** @return array<string, string> */
    private function signed(string $body): array
    {
        $signed = 'evt_1.' . time() . ".{$body}";
        $key = (string) base64_decode(substr(self::SECRET, 6), true);
        return [
            'webhook-id' => 'evt_1',
            'webhook-timestamp' => (string) time(),
            'webhook-signature' => 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true)),
            'x-mc-signature' => hash_hmac('sha256', $body, self::SECRET),
        ];
    }

    public function testAWebhookIsVerifiedWithHeadersOfServersAndFrameworks(): void
    {
        $body = '{"event":"appointment.rescheduled","id":"evt_1","createdAt":"2026-11-01T09:00:00.000Z","data":{}}';
        $headers = $this->signed($body);
        $server = [];
        foreach ($headers as $name => $value) {
            $server['HTTP_' . strtr(strtoupper($name), '-', '_')] = $value;
        }
        $lists = array_map(static fn (string $value): array => [$value], $headers);
        foreach ([$headers, $server, $lists, array_change_key_case($headers, CASE_UPPER)] as $given) {
            $event = Webhooks::verify($body, $given, self::SECRET);
            self::assertSame('evt_1', $event->id);
            self::assertSame(Event::class, $event::class, 'a kind that is newer than the library');
            self::assertSame([], $event->raw['data']);
        }
    }

    public function testAnEmptySecretVerifiesNothing(): void
    {
        $this->expectException(SignatureError::class);
        Webhooks::verify('{}', $this->signed('{}'), [self::SECRET, '']);
    }

    public function testAFieldThatAnOlderServerDoesNotSendIsUnset(): void
    {
        $event = Event::of(['event' => 'review.created', 'id' => 'evt_1', 'later' => 1]);
        self::assertFalse(isset($event->createdAt));
        self::assertSame(1, $event->raw['later']);
    }

    public function testTheTokenIsStoredInACache(): void
    {
        $cache = new ArrayCache();
        $this->medina(cache: $cache)->me->get();
        self::assertCount(1, $cache->values);
        $counting = new CountingTransport();
        $this->medina(cache: $cache, transport: $counting)->me->get();
        self::assertSame(['/api/users/me'], $counting->paths);
    }

    public function testARefusedCachedTokenIsReplaced(): void
    {
        $cache = new ArrayCache();
        $this->medina(cache: $cache)->me->get();
        $key = array_key_first($cache->values);
        $cache->values[$key] = ['mc_revoked', time() + 3600];
        $counting = new CountingTransport();
        $this->medina(cache: $cache, transport: $counting)->me->get();
        self::assertSame(['/api/users/me', '/api/auth/token', '/api/users/me'], $counting->paths);
        self::assertNotSame('mc_revoked', $cache->values[$key][0]);
    }

    public function testADumpShowsNoSecret(): void
    {
        $medina = $this->medina();
        $medina->me->get();
        ob_start();
        var_dump($medina);
        print_r($medina);
        $dump = (string) ob_get_clean();
        self::assertStringContainsString('sandbox-admin', $dump);
        self::assertStringNotContainsString('sandbox-admin-secret', $dump);
        self::assertDoesNotMatchRegularExpression('/eyJ/', $dump, 'nor a token');
    }

    public function testAHeaderWithALineBreakIsRefused(): void
    {
        $this->expectException(MedinaError::class);
        $this->medina()->me->get(new Options(headers: ['x-note' => "a\r\nx-other: b"]));
    }

    public function testAnEmptyIdIsRefused(): void
    {
        $this->expectExceptionMessage('id must not be empty.');
        $this->medina()->patients->get('');
    }

    public function testAnUnknownResourceIsNamed(): void
    {
        $this->expectExceptionMessage('There is no resource apointments');
        // @phpstan-ignore property.notFound
        $this->medina()->apointments;
    }
}

/** A cache of PSR-16 in memory. */
final class ArrayCache implements Psr\SimpleCache\CacheInterface
{
    /** @var array<string, mixed> */
    public array $values = [];

    public function get($key, $default = null): mixed
    {
        return $this->values[$key] ?? $default;
    }

    public function set($key, $value, $ttl = null): bool
    {
        $this->values[$key] = $value;
        return true;
    }

    public function delete($key): bool
    {
        unset($this->values[$key]);
        return true;
    }

    public function clear(): bool
    {
        $this->values = [];
        return true;
    }

    public function getMultiple($keys, $default = null): iterable
    {
        foreach ($keys as $key) {
            yield $key => $this->get($key, $default);
        }
    }

    public function setMultiple($values, $ttl = null): bool
    {
        foreach ($values as $key => $value) {
            $this->set($key, $value);
        }
        return true;
    }

    public function deleteMultiple($keys): bool
    {
        foreach ($keys as $key) {
            $this->delete($key);
        }
        return true;
    }

    public function has($key): bool
    {
        return isset($this->values[$key]);
    }
}

final class CountingTransport implements Transport
{
    /** @var list<string> */
    public array $paths = [];
    private readonly MedinaCare\CurlTransport $curl;

    public function __construct()
    {
        $this->curl = new MedinaCare\CurlTransport();
    }

    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSec): Response
    {
        $this->paths[] = (string) parse_url($url, PHP_URL_PATH);
        return $this->curl->send($method, $url, $headers, $body, $timeoutSec);
    }
}
