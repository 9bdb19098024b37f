<?php

declare(strict_types=1);

namespace MedinaCare;

use MedinaCare\Api\RootApi;
use Psr\SimpleCache\CacheInterface;

/** The API of an installation, as one client. Keep one for the process: it holds the access token. */
final class Medina extends RootApi
{
    private const TIMEOUT_SEC = 30.0;

    /**
     * @param string $url the installation: `https://api.clinic.example`
     * @param list<string>|null $scope the scopes of the token; by default all that the client has
     * @param float $timeoutSec of each attempt
     * @param string|null $userAgent named in `User-Agent`: `pharmacy/2.1`
     * @param Transport|null $transport by default ext-curl
     * @param CacheInterface|null $cache keeps the access token, so that not every request of a website fetches one. Whoever reads
     *     the cache can act as the client.
     */
    public function __construct(
        string $url,
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
        ?array $scope = null,
        float $timeoutSec = self::TIMEOUT_SEC,
        ?Hooks $hooks = null,
        ?string $userAgent = null,
        ?Transport $transport = null,
        ?CacheInterface $cache = null,
    ) {
        $credentials = new Credentials($clientId, $clientSecret, $scope);
        $hooks ??= new Hooks();
        parent::__construct(
            new Http($url, $credentials, $timeoutSec, $hooks, $userAgent, $transport ?? new CurlTransport(), $cache),
        );
    }

    /** Fetches a file by the `url` of an answer, such as that of `documents->generate`. It needs no token and gets none. */
    public function download(string $url, ?Options $options = null): File
    {
        $path = '/files/{tenant}/{subject}/{name}';
        return $this->http->send(new Request('GET', $path, url: $url, open: true, kind: 'file', options: $options));
    }
}
